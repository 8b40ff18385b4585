/** What the built-in launchers run is judged: denials of a user hold through all of them. */
import { deepStrictEqual } from "node:assert/strict";
import { builtinRuleSet } from "../../src/config/builtin_source.ts";
import { compileRuleSet } from "../../src/rules/compile.ts";
import { evaluateShell } from "../../src/rules/evaluate.ts";
import { plainSituation, ruleSetFrom } from "./rule_set_from.ts";

const own = ruleSetFrom(`
  rules:
    - allow: '*'
    - deny: 'rm <flags:rf> *'
    - deny: 'git push --force *'
  definitions: { long_flags: { r: --recursive, f: --force } }`);

const rules = compileRuleSet({
  ...own,
  wrappers: builtinRuleSet().wrappers.map((wrapper) => ({ ...wrapper, scope: 0 })),
});

/** Each was tried: it removed `b`, or forced the push. */
const denied = `
bash +o posix -c 'rm -rf b'
bash -o errexit -o nounset -o pipefail -c 'rm -rf b'
bash -O extglob -O globstar -O nullglob -c 'rm -rf b'
bash +O extglob -c 'rm -rf b'
bash -c +x 'rm -rf b'
bash -ec +x 'rm -rf b'
bash -c -- 'rm -rf b'
bash -posix -c 'rm -rf b'
bash -rcfile f -c 'rm -rf b'
bash -oc pipefail 'rm -rf b'
zsh --emulate sh -c 'rm -rf b'
zsh -opipefail -c 'rm -rf b'
find . -exec bash +o posix -c 'rm -rf b' \\;
exec -cl rm -rf b
exec -la x rm -rf b
jobs -x rm -rf b
mapfile -C 'rm -rf b #' -c 1 x <<< 1
readarray -C'rm -rf b #' -c 1 x <<< 1
compgen -C 'rm -rf b' x
compgen -W '$(rm -rf b)' x
timeout --sig KILL 5 rm -rf b
timeout --kill 1 5 rm -rf b
nice --adj 5 rm -rf b
stdbuf --out L rm -rf b
script --quiet --com='rm -rf b' /dev/null
su -c'rm -rf b'
linux64 rm -rf b
x86_64 rm -rf b
ssh-agent rm -rf b
/lib64/ld-linux-x86-64.so.2 /bin/rm -rf b
npx -c 'rm -rf b'
npm exec -c 'rm -rf b'
npm exec -- rm -rf b
hyperfine 'rm -rf b'
conda run -n x rm -rf b
git --namespace x push --force origin
git -C x push --force origin
git --git-dir=x --work-tree y push --force origin
`;

/** They run more than their text says, or another shell reads it in another way. */
const asked = `
find . -name '*touch*' -exec sh -c 'ls {}' \\;
find . -name '*touch*' -exec bash -c 'echo "{}"' \\;
find . -name '*touch*' -exec sh -c 'wc -l {}' _ \\;
find . -name '*touch*' -execdir bash -c 'ls x{}' \\;
find . -exec nice sh -c 'ls {}' \\;
find . -exec sh -c '$1' _ {} \\;
find . -exec bash -c 'echo $(($1))' _ {} \\;
fd touch -x sh -c 'echo {/.}'
ls | xargs -I % sh -c 'ls %'
sh -c "echo $'a\\\\' ; touch pwn # '"
sh -c '[[ a < b ]]'
sh -c 'cat &>f x'
sh -c 'ls {a,b}'
sh -c 'function f { ls; }'
echo 'ls {a,b}' | dash
sh -c "trap 'ls {a,b}' EXIT"
env "$x=1" ls
fish -c "echo 'a' 'b' ; ls"
`;

const allowed = `
find . -name '*.ts' -exec sh -c 'wc -l "$1"' _ {} \\;
find . -exec ls -l {} \\;
bash -c "echo $'a\\\\nb'"
sh -c 'ls &>/dev/null'
sh -c 'a=1; echo $((a+1))'
sh -c "bash -c '[[ a = b ]]'"
bash script.sh -c 'rm -rf b'
timeout --sig KILL 5 ls
git -C x status
fish -c 'ls -l'
`;

const tables = { deny: denied, ask: asked, allow: allowed };

for (const [action, table] of Object.entries(tables)) {
  Deno.test(`launchers: ${action}`, () => {
    const wrong = table.trim().split("\n").flatMap((command) => {
      const verdict = evaluateShell(rules, command, plainSituation);
      return verdict.action === action ? [] : [`${command} → ${verdict.action}`];
    });
    deepStrictEqual(wrong, []);
  });
}
