#!/bin/sh
# Plays a governed delegation in $1 (default: a new folder): one that the rules refuse, one that they allow, and the proof.
set -eu
BATON=${BATON:-baton}
here=$(cd "$(dirname "$0")" && pwd)
place=${1:-$(mktemp -d)}
mkdir -p "$place"
cp -R "$here"/archetypes "$here"/domains "$here"/orchestrators "$here"/prompt-*.json "$place"
cd "$place"
echo '{ "governance": "required" }' > baton.config.json

$BATON govern check
task=$($BATON task new "A page that tells what is new" --json | node -p 'JSON.parse(fs.readFileSync(0)).data.task.id')
$BATON claim "$task" --agent domain-05-product

# Product does not name Marketing: refused, with a target that would pass.
if $BATON delegate "$task" --agent domain-05-product --to domain-04-marketing --title "Announce it" \
  --criterion "Three sentences"; then
  echo "the boundary did not hold" >&2
  exit 1
fi
$BATON delegate "$task" --agent domain-05-product --to domain-03-planning --title "Plan the announcement" \
  --criterion "A date and a name"

$BATON audit verify
$BATON trace "$task"
echo "Look around: $place"
