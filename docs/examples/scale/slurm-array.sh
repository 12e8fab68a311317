#!/bin/bash
#SBATCH --job-name=touchstone
#SBATCH --array=1-4
#SBATCH --requeue
#SBATCH --output=shard-%a.log
#SBATCH --open-mode=append
# A shard of a plan: sbatch --export=ALL,TOUCHSTONE=/shared/touchstone,PLAN=/shared/plan.json,PARTS=/shared/parts slurm-array.sh
# Slurm says which of how many it is. Status 1 says that the part is written and a case has failed: no reason to run it again.
"${TOUCHSTONE:-touchstone}" verify --plan "$PLAN" --parts "$PARTS" --jobs "${SLURM_CPUS_ON_NODE:-1}"
status=$?
[ $status -eq 1 ] && exit 0
exit $status
