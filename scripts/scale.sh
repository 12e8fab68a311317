#!/usr/bin/env bash
# Runs a plan as an array job of Slurm, with a controller and two nodes on this machine, kills a task in the middle, sees it run again,
# merges the parts, and compares the result with a single run's:
#
#     scripts/scale.sh PATH/TO/touchstone
#
# Where Slurm cannot start it says so and ends with 3: nothing was tested, which is no pass.
set -euo pipefail

touchstone=$(realpath "${1:?usage: scripts/scale.sh PATH/TO/touchstone}")
examples=$(cd "$(dirname "$0")/../docs/examples/scale" && pwd)
unable() {
  echo "scale: $1: nothing was tested" >&2
  exit 3
}
for program in slurmctld slurmd sbatch munged mungekey; do
  PATH="$PATH:/usr/sbin" command -v $program >/dev/null 2>&1 || unable "there is no $program; 'bash scripts/setup.sh slurm' installs Slurm"
done
PATH="$PATH:/usr/sbin"
[ "$(id -u)" = 0 ] || unable "Slurm's daemons have to be started by root"

# A socket's path has at most some 100 bytes: not in a TMPDIR, which may be long.
folder=$(mktemp -d /tmp/touchstone-slurm.XXXXXX)
chmod 755 "$folder"
daemons=()
end() {
  for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${daemons[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap end EXIT

host=$(hostname -s)
export SLURM_CONF=$folder/slurm.conf
mkdir "$folder/state" "$folder/shared"
mungekey --create --keyfile="$folder/munge.key" 2>/dev/null || dd if=/dev/urandom of="$folder/munge.key" bs=1024 count=1 2>/dev/null
chmod 400 "$folder/munge.key"
munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
  --log-file="$folder/munged.log" --seed-file="$folder/munged.seed" >"$folder/munged.out" 2>&1 &
daemons+=($!)

base=$((20000 + $$ % 20000))
cat >"$SLURM_CONF" <<CONF
ClusterName=touchstone
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=10
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
# What is killed is run again.
RequeueExit=137
SchedulerParameters=sched_interval=2
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + 1)) CPUs=1
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((base + 2)) CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
CONF
slurmctld -D >"$folder/slurmctld.out" 2>&1 &
daemons+=($!)
for node in n1 n2; do
  slurmd -D -N $node >"$folder/slurmd-$node.out" 2>&1 &
  daemons+=($!)
done
for _ in $(seq 60); do
  [ "$(sinfo -h -N -o %T 2>/dev/null | grep -c idle)" = 2 ] && break
  sleep 1
done
[ "$(sinfo -h -N -o %T 2>/dev/null | grep -c idle)" = 2 ] || {
  tail -5 "$folder"/*.log "$folder"/*.out >&2 || true
  unable "Slurm did not start two nodes within a minute"
}
echo "scale: $(sinfo --version), nodes n1 and n2"

cd "$folder/shared"
# One that fails among others that hold.
"$touchstone" plan --only CM --fault dropsTheNewestAtTheCap --seed 5eed --cases "${CASES:-4000}" >failing.json
"$touchstone" plan --only CM-0,CM-12,POS-37 --seed 5eed --cases "${CASES:-4000}" >holding.json

# plan, and whether to kill a task of it
run() {
  local plan=$1 kills=$2 job merge part restarts=0 victim=""
  mkdir -p "$plan" && cd "$plan"
  job=$(sbatch --parsable --export=ALL,TOUCHSTONE="$touchstone",PLAN="$folder/shared/$plan.json",PARTS="$PWD/parts" "$examples/slurm-array.sh")
  if $kills; then
    # The process of the second task, once it is in the middle of its work.
    for _ in $(seq 200); do
      victim=$(pgrep -f "verify --plan $folder/shared/$plan.json --parts" | while read -r pid; do
        tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | grep -qx SLURM_ARRAY_TASK_ID=2 && [ "$(readlink "/proc/$pid/exe")" = "$touchstone" ] && echo "$pid"
      done | tail -1 || true)
      [ -n "$victim" ] && break
      sleep 0.05
    done
    [ -n "$victim" ] || { echo "scale: the task that was to be killed was over before" >&2; exit 1; }
    [ ! -e parts/part-2-of-4.json ]
    kill -9 "$victim"
    echo "scale: killed task 2 of job $job"
  fi
  merge=$(sbatch --parsable --dependency=afterany:"$job" \
    --export=ALL,TOUCHSTONE="$touchstone",PARTS="$PWD/parts",REPORT="$PWD/merged.json",REGRESSIONS="$PWD/saved" "$examples/slurm-merge.sh")
  for _ in $(seq 600); do
    if $kills; then
      restarts=$(scontrol show job "${job}_2" 2>/dev/null | grep -o 'Restarts=[0-9]*' | cut -d= -f2 | sort -n | tail -1 || echo 0)
      [ "${restarts:-0}" -gt 0 ] && echo "$restarts" >restarts
    fi
    [ -z "$(squeue -h -j "$merge" 2>/dev/null)" ] && break
    sleep 1
  done
  [ -e merged.json ] || { cat ./*.log >&2; echo "scale: there is no merged result" >&2; exit 1; }
  if $kills; then
    [ -s restarts ] || { echo "scale: the killed task was not seen to run again" >&2; exit 1; }
    echo "scale: task 2 was run again"
  fi
  rm -rf saved
  # Its status is that of the verdict.
  "$touchstone" verify --plan "$folder/shared/$plan.json" --report single.json --no-times --regressions saved >single.log || [ $? -eq 1 ]
  cmp merged.json single.json
  echo "scale: $plan: $(ls parts | wc -l) parts, merged as $(tail -1 merge.log)"
  echo "scale: $plan: the merged result is that of a single run, byte for byte ($(wc -c <merged.json) bytes)"
  cd ..
}

run holding true
run failing false
grep -q '"verdict" : "falsified"' failing/merged.json
! grep -q '"verdict" : "falsified"' holding/merged.json
# A lost shard is never green.
rm holding/parts/part-3-of-4.json
if "$touchstone" merge holding/parts/part-*.json >lost.log 2>&1; then
  echo "scale: a lost part was not noticed" >&2
  exit 1
fi
grep -q "part 3 of 4 is missing" lost.log
echo "scale: a lost part is told: $(cut -c1-80 lost.log)"
