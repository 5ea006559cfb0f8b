#!/bin/sh
# Runs in a project with handoff files; TEST is the command of its tests.
set -eu
BATON=${BATON:-baton}
TEST=${TEST:-npm test}

# shellcheck disable=SC2086
$BATON output run --type test --task "Tests of this change" -- $TEST
$BATON verify
$BATON lint
$BATON scan .ai/handoff/LOG.md .ai/handoff/STATUS.md
