/** Values that a shell evaluates: what may run commands that way is a problem, numbers are none. */
import { deepStrictEqual } from "node:assert/strict";
import { analyse } from "../../src/shell/analyse.ts";

function hasProblem(text: string): boolean {
  const analysis = analyse(text, { cwd: "/work", home: "/home/user" });
  return !analysis.ok || analysis.problems.length > 0;
}

/** Each was tried: with `a[$(touch pwn)]` in the file `p`, bash or zsh made `pwn`. */
const evaluated = `
x=(*); echo $((x[0]))
x=(*); ((x++)); pwd
x=(*); echo \${PWD:x}
x=(*); y=(1); echo \${y[x]}
x+=(*); echo $((x[0]))
x=(-*); echo $((x))
x=(*); for y in "\${x[@]}"; do echo $((y)); done
x=$(echo *); echo $((x))
echo $(( $(echo *) ))
[[ $(echo *) -eq 1 ]]
x=$(expr *); echo $((x))
x=$(seq *); echo $((x))
y='*'; x=$(echo $y); echo $((x))
x=*; for y in $x; do echo $((y)); done
declare -a x=(*); echo $((x[0]))
x=$(cat p); echo $((x))
echo $(( $(cat p) ))
echo $[ $(cat p) ]
echo "$(( $(cat p) ))"
(( $(cat p) ))
[[ $(cat p) -eq 1 ]]
x=$(cat p); [[ x -eq 1 ]]
x=$(cat p); for ((i=x;i<1;i++)); do pwd; done
x=$(cat p); echo \${PWD:x}
x=$(cat p); echo \${PWD:0:$x}
x=$(cat p); y=(1 2); echo \${y[x]}
x=$(cat p); echo \${#y[$x]}
x=$(cat p); y[x]=1
x=$(cat p); y=(["$x"]=1)
x=$(cat p); y+=([x]=1)
x=$(cat p); declare y[$x]=1
x=$(cat p); echo \${!x}
x=$(cat p); let y=x
x=$(cat p); unset "$x"
x=$(cat p); [ -v "$x" ]
x=$(cat p); [[ -v y[$x] ]]
x=$(cat p); printf -v "$x" 1
x=$(cat p); read "$x" <<< 1
x=$(cat p); declare "$x=1"
x=$(cat p); true & wait -n -p "$x"
declare -i y; y=$(cat p)
declare -i y; read y < p
declare -i y="$(cat p)"
typeset -i y; for y in "$(cat p)"; do pwd; done
RANDOM=$(cat p)
OPTIND=$(cat p) pwd
for SECONDS in "$(cat p)"; do pwd; done
read SECONDS < p
export COLUMNS="$(cat p)"
env UID="$(cat p)" bash -c pwd
env x='a[$(touch pwn)]' bash -c 'echo $((x))'
[[ -t "$(cat p)" ]]
[ -t "$(cat p)" ]
exit "$(cat p)"
exit 'path[$(touch pwn)]'
x=$(cat p); return $x
shift "$(cat p)"
break "$(cat p)"
bye "$(cat p)"
read -t "$(cat p)" y
printf '%d' "$(cat p)"
printf '%s %*d' a "$(cat p)" 1
printf '%s %d' $x "$(cat p)"
printf "$(cat f)" "$(cat p)"
printf '%n' y
print -f '%d' "$(cat p)"
echo $path['path[$(touch pwn)]']
echo "$path[path[\\$(touch pwn)]]"
echo "$path[$(cat p)]"
echo $#path[$(cat p)]
echo $@[$(cat p)]
x=$(cat p); cat <<< $path[x]
read x < p; echo $((x))
while read x; do echo $((x)); done < p
for x in *; do echo $((x)); done
x=(1 $(cat p)); echo $((x[1]))
: \${x:=$(cat p)}; echo $((x))
[[ $(cat p) =~ (.*) ]]; echo $((BASH_REMATCH[1]))
x=1; x=$(cat p); echo $((x))
y=$(cat p); x=$y; echo $((x))
i=5; x5=$(cat p); x=1; echo $((x$i))
set -- "$(cat p)"; echo $(($1))
f() { echo $(($1)); }; f "$(cat p)"
f() { g "$1"; }; g() { echo $(($1)); }; f "$(cat p)"
ls() { echo $(($1)); }; export -f ls; bash -c 'ls "$(cat p)"'
preexec() { echo $(($1)); }
wc() { cat p; }; echo $(( $(wc -l) ))
echo $(( $(wc -l *) ))
echo $(( $(wc -l < p 2>&1) ))
echo $(( $(grep -c x *) ))
echo $(( $(grep -rc x .) ))
echo $(( $(date "$(cat p)") ))
echo $(( $(cat p | tr -d a) ))
echo $(( $(awk 'END{print NR}' f 'NR=a[$(touch pwn)]') ))
`;

const numbers = `
echo $((1+2)) $((16#ff)) $((2**10))
i=0; echo $((i+1))
for i in 1 2 3; do echo $((i*2)); done
for i in {1..5}; do echo $((i)); done
for i in $(seq 1 10); do echo $((i)); done
for ((i=0;i<10;i++)); do echo $i; done
i=5; while ((i > 0)); do echo $i; ((i--)); done
n=$(wc -l < f); echo $((n+1))
n=$(git ls-files | wc -l | tr -d ' '); echo $((n/2))
start=$(date +%s); ls; echo $(( $(date +%s) - start ))
n=$(grep -c foo bar.txt || true); [[ $n -gt 3 ]]
[[ $# -eq 1 && $? -ne 0 ]]
x=abc; echo $(( \${#x} + 1 ))
arr=(a b c); for i in "\${!arr[@]}"; do echo "\${arr[$i]}"; done
declare -A m=([foo]=1 [bar]=2); echo \${m[foo]}
total=0; for f in a b; do n=$(wc -l < $f); total=$((total+n)); done; echo $total
f() { local n=$1; echo $((n+1)); }; f 3
printf '%s: %d\\n' "$x" "$(ls | wc -l)"
printf "$x\\n"
ls; rc=$?; exit $rc
shift $((OPTIND-1))
echo "$HOME[foo]" "$x[1]"
ls $dir[0-9]*
echo $((RANDOM % 10)) "\${PIPESTATUS[0]}"
read -r -p "$x: " line < f
unset x y
[ -t 1 ]
[[ -v HOME ]]
x=hello; echo \${x:1:2}
`;

function lines(text: string): readonly string[] {
  return text.trim().split("\n");
}

Deno.test("a value that a shell evaluates is a problem where it may be no number", () => {
  deepStrictEqual(lines(evaluated).filter((text) => !hasProblem(text)), []);
});

Deno.test("numbers are no problem where a shell evaluates them", () => {
  deepStrictEqual(lines(numbers).filter(hasProblem), []);
});

/** Each was tried: bash or zsh then ran something else for a command's name. */
const tables = `
BASH_CMDS[cat]=/bin/rm; cat b
BASH_CMDS=([cat]=/bin/rm); cat b
BASH_CMDS+=([cat]=/bin/rm); cat b
declare BASH_CMDS[cat]=/bin/rm; cat b
read 'BASH_CMDS[cat]' <<< /bin/rm; cat b
printf -v 'BASH_CMDS[cat]' /bin/rm; cat b
: \${BASH_CMDS[cat]:=/bin/rm}; cat b
declare -n q=BASH_CMDS; q[cat]=/bin/rm; cat b
BASH_ALIASES[ls]='touch pwn'; ls
functions[ls]='touch pwn'; ls
functions+=(ls 'touch pwn'); ls
export functions[ls]='touch pwn'; ls
declare "functions[ls]=touch pwn"; ls
set -A functions ls 'touch pwn'; ls
commands=(ls ./evil); ls
aliases[ls]='touch pwn'; ls
chpwd_functions=(f); cd /
`;

Deno.test("setting a table of the shell's own is a problem", () => {
  deepStrictEqual(lines(tables).filter((text) => !hasProblem(text)), []);
  deepStrictEqual(["options=-v; ls", "commands=x"].filter(hasProblem), []);
});
