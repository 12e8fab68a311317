#!/bin/bash
#SBATCH --job-name=touchstone-merge
#SBATCH --output=merge.log
# One verdict of the parts: sbatch --dependency=afterany:JOB --export=… slurm-merge.sh. A part that is missing is an error.
exec "${TOUCHSTONE:-touchstone}" merge "$PARTS"/part-*.json --report "${REPORT:-report.html}" --no-times --regressions "${REGRESSIONS:-regressions}"
