#!/bin/sh
# Prepares the project in $1 (default: here) for a developer who works with Claude Code.
set -eu
BATON=${BATON:-baton}
cd "${1:-.}"

$BATON init --git --agents-md
$BATON setup claude
$BATON setup claude --check
$BATON orient
