#!/bin/sh
# The gate in any pipeline. Arguments go to the gate: gate.sh --base git:origin/main --base-url "$STAGING_URL"
set -eu
npx --no-install site-contract gate --reports gate-reports "$@"
