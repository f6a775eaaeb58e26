#!/bin/sh
# Copy to .git/hooks/pre-commit. Refuses a commit that breaks clients by accident; --no-verify commits anyway.
set -eu
document=spec/openapi.yaml
git diff --cached --quiet -- "$(dirname "$document")" && exit 0
# The first commit of the document breaks nobody.
git cat-file -e "HEAD:$document" 2>/dev/null || exit 0
staged=$(git write-tree)
npx --no-install site-contract diff "git:HEAD:$document" "git:$staged:$document"
