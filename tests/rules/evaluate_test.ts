import { strictEqual } from "node:assert/strict";
import { evaluateShell, evaluateTools } from "../../src/rules/evaluate.ts";
import type { Action } from "../../src/rules/rule_set.ts";
import type { Situation } from "../../src/rules/situation.ts";
import { plainSituation, ruleSetFrom } from "./rule_set_from.ts";

/** Rules, and what they say about commands. An unset default is `pass` here. */
interface Group {
  readonly about: string;
  readonly rules: string;
  readonly cases: readonly (readonly [string, Action])[];
  readonly situation?: Partial<Situation>;
}

const groups: readonly Group[] = [
  {
    about: "redirects are judged by their own rules",
    rules: `
      rules:
        - allow: 'echo|cat *'
        - ask: '> *'
          except: ['> /dev/null']
        - deny: '> <path:secret>'
        - deny: '< <path:secret>'
      definitions: { paths: { secret: ['~/.ssh/**', '/etc/**'] } }`,
    cases: [
      ["echo x", "allow"],
      ["echo x > out", "ask"],
      ["echo x >> out", "ask"],
      ["echo x &> out", "ask"],
      ["echo x >| out", "ask"],
      ["echo x >& out", "ask"],
      ["echo x 2>&1", "allow"],
      ["echo x 2>&-", "allow"],
      ["echo x > /dev/null", "allow"],
      ["echo x 2> /dev/null > /dev/null", "allow"],
      ["echo x > ~/.ssh/config", "deny"],
      ['echo x > "$HOME/.ssh/config"', "deny"],
      ["cd ~/.ssh && echo x > config", "deny"],
      ["cd ~ && cd .ssh && echo x > config", "deny"],
      ["echo x > /tmp/../etc/passwd", "deny"],
      ["echo x > $FILE", "ask"],
      ["echo x > ~/.ss*/config", "deny"],
      ["cat < ~/.ssh/id", "deny"],
      ["cat < notes", "allow"],
      ["cat <<< ~/.ssh/id", "allow"],
      ["{ echo x; } > /etc/x", "deny"],
      ["> /etc/x", "deny"],
      ["> x", "ask"],
      ["for i in 1; do echo x; done > /etc/x", "deny"],
      ["echo x | cat > /etc/x", "deny"],
      ["exec 3<> /etc/x", "deny"],
      ["echo <(cat < /etc/x)", "deny"],
    ],
  },
  {
    about: "assignments are judged by their own rules",
    rules: `
      rules:
        - allow: 'ls|export|env|declare *'
        - ask: 'PATH=*|LD_*=*'
        - deny: 'GIT_SSH=/tmp/*'
      definitions: { wrappers: ['env <opts:-u> <vars> <cmd>', 'sudo <vars> <cmd>'] }`,
    cases: [
      ["ls", "allow"],
      ["A=1 ls", "allow"],
      ["PATH=/x ls", "ask"],
      ["PATH=/x", "ask"],
      ["PATH+=/x ls", "ask"],
      ["export LD_PRELOAD=x", "ask"],
      ["declare -x LD_PRELOAD=x", "ask"],
      ["env LD_PRELOAD=x ls", "ask"],
      ["env -u A LD_PRELOAD=x ls", "ask"],
      ["sudo PATH=/x ls", "ask"],
      ["GIT_SSH=/tmp/x ls", "deny"],
      ["GIT_SSH=/usr/bin/ssh ls", "allow"],
      ["GIT_SSH=/tmp/$X ls", "ask"],
      ["GIT_SSH=$X ls", "ask"],
      ["echo PATH=/x", "pass"],
      ["(PATH=/x ls)", "ask"],
    ],
  },
  {
    about: "what is not known may hurt and never helps",
    rules: `
      rules:
        - allow: 'git status|log|diff *'
        - allow: 'find !-delete|-exec *'
        - allow: 'curl [-X|--request GET] *'
        - allow: 'sort !-o|--output *'
        - allow: 'cp a b'
        - allow: 'svn !commit|ci *'
        - deny: 'npm !test|run *'
        - deny: 'git push -f|--force *'
        - deny: 'rm -r <path:root> *'
        - ask: 'touch prod-* *'
      definitions: { paths: { root: ['/', '/etc/**'] } }`,
    cases: [
      ["git log $REF", "allow"],
      ["find src -name x", "allow"],
      ["find $DIR", "pass"],
      ['find "$DIR"', "pass"],
      ["find src/$DIR", "pass"],
      ['find "src/$DIR"', "allow"],
      ["find . -na$(cat f)", "pass"],
      ["find . -name a$X", "pass"],
      ["sort -k $N f", "pass"],
      ["find $((1 + 1))", "allow"],
      ["find <(ls)", "pass"],
      ["find *", "pass"],
      ["find -* x", "pass"],
      ["find ./*", "allow"],
      ["sort *.txt", "pass"],
      ["sort a*.txt", "allow"],
      ["curl $ARGS url", "pass"],
      ["curl -X GET $URL", "allow"],
      ["cp a $B", "pass"],
      ["git push origin main", "pass"],
      ["git push $ARGS", "ask"],
      ['git push "$ARGS"', "pass"],
      ['git push "-$F"', "ask"],
      ["git $SUB -f x", "ask"],
      ["git $ALL", "ask"],
      ["git status $ALL", "allow"],
      ["rm -r $DIR", "ask"],
      ['rm -r "$DIR"', "ask"],
      ['rm -r "$DIR/build"', "ask"],
      ["rm -r /tmp/$X", "ask"],
      ['rm -r "./build-$X"', "ask"],
      ["rm -r ./build-$((RANDOM + 1))", "pass"],
      ["rm -r ./build-$X/sub", "ask"],
      ["rm -r /e*", "deny"],
      ["touch prod-$X", "ask"],
      // A file may be named like a word of a rule.
      ["git pus? -f x", "ask"],
      ["git p[u]sh --force", "ask"],
      ["git 'pus?' -f x", "pass"],
      ["git * -f", "pass"],
      ["git comm* -f", "pass"],
      ["git push --forc? x", "ask"],
      ["git push -? x", "ask"],
      ["git push -[f] x", "ask"],
      ["git push --dry-* x", "pass"],
      ["git push * x", "pass"],
      ["svn info", "allow"],
      ["svn commi?", "pass"],
      ["svn *", "pass"],
      ["svn in*", "allow"],
      ["npm *", "deny"],
      ["npm tes?", "deny"],
      ["git ?usher* -f", "pass"],
      ["touch dev-$X", "pass"],
      ["git push origin$X", "ask"],
      ["$CMD x", "ask"],
      ["/usr/bin/fin? x", "ask"],
      ["$(echo git) status", "ask"],
      ["git status; $X", "ask"],
    ],
  },
  {
    about: "what is excepted from an allow rule is taken from it wherever it could match",
    rules: `
      rules:
        - allow: 'git|make *'
          except: ['git push *', 'make [-C *] <path:build>', 'git -c *', 'make <var:ship> *']
        - deny: 'rm *'
          except: ['rm tmp/*']
      definitions: { paths: { build: [/build/**] }, vars: { ship: { values: [release, deploy] } } }`,
    cases: [
      ["git status", "allow"],
      ["git push", "pass"],
      ["/usr/bin/git push", "pass"],
      ["git $SUB", "pass"],
      ["git status $X", "pass"],
      ['git status "$X"', "allow"],
      ['git "$X"', "pass"],
      ['git log "a$X"', "allow"],
      ["git pu$X", "pass"],
      ["git pus?", "pass"],
      ["git 'pus?'", "allow"],
      ["git add *.ts", "allow"],
      ["git $(echo push)", "pass"],
      ["make all", "allow"],
      ["make release now", "pass"],
      ["make rel* now", "pass"],
      ["make al*", "allow"],
      ["make /build/x", "pass"],
      ['make "$X"', "pass"],
      ["cd $X && make x", "pass"],
      ["rm tmp/x", "pass"],
      ["rm tmp/$X", "deny"],
      ["rm $X", "deny"],
    ],
  },
  {
    about: "variables that are set without an assignment",
    rules: `
      rules:
        - allow: '*'
        - ask: 'PATH=*'
        - deny: 'NAME=bad'
      definitions: { wrappers: ['bash -c <cmd>'] }`,
    cases: [
      ["for PATH in evil; do ls; done", "ask"],
      ["for i in evil; do ls; done", "allow"],
      ["select PATH in evil; do ls; done", "ask"],
      ["(( PATH=1 )); ls", "ask"],
      ["(( PATH += 1 )); ls", "ask"],
      ["(( PATH++ )); ls", "ask"],
      ["(( i=1 )); ls", "allow"],
      [": $((PATH=1)); ls", "ask"],
      ["for ((PATH=1; PATH<2; PATH++)); do ls; done", "ask"],
      ["echo ${x[PATH=1]}; ls", "ask"],
      ["echo ${x:PATH=1}; ls", "ask"],
      ["a[PATH=1]=2; ls", "ask"],
      ["[[ PATH=1 -eq 1 ]]; ls", "ask"],
      ["[[ PATH = 1 ]]; ls", "allow"],
      [": ${PATH:=x}; ls", "ask"],
      [": ${PATH:-x}; ls", "allow"],
      ["let PATH=1; ls", "ask"],
      ["read PATH; ls", "ask"],
      ["read -r -p 'the PATH' x; ls", "allow"],
      ["read -ra PATH; ls", "ask"],
      ["mapfile -t PATH < f; ls", "ask"],
      ["getopts a PATH; ls", "ask"],
      ["printf -v PATH x; ls", "ask"],
      ["printf -vPATH x; ls", "ask"],
      ["printf '%s' PATH; ls", "allow"],
      ["wait -p PATH; ls", "ask"],
      ["coproc PATH { ls; }; ls", "ask"],
      ["ls {PATH}</dev/null; ls", "ask"],
      ["declare -n r=PATH; r=evil; ls", "ask"],
      ['export "$X"; ls', "ask"],
      ["export $X; ls", "ask"],
      ['declare -x "$X=1"; ls', "ask"],
      ['export X="$Y"; ls', "allow"],
      ['read "$X"; ls', "ask"],
      ['printf -v "$X" y; ls', "ask"],
      ["bash -c 'for PATH in evil; do ls; done'", "ask"],
      ["f() { read PATH; }; f", "ask"],
      ["for NAME in good bad; do ls; done", "ask"],
    ],
  },
  {
    about: "a word that stands behind a flag's equals sign",
    rules: `
      definitions: { paths: { secret: ['**/.env'] }, flag_groups: { quiet: '-q|--quiet' } }
      rules:
        - deny: 'one [--x] bar'
        - deny: 'two [--x] [--y] bar|baz *'
        - deny: 'four [--x] --y *'
        - deny: 'five [--x] * <path:secret>'
        - deny: 'six <flag:quiet> bar'`,
    cases: [
      ["one bar", "deny"],
      ["one --x bar", "deny"],
      ["one --x=bar", "deny"],
      ["one --y=bar", "pass"],
      ["two --x=--y=baz c", "deny"],
      ["two --x=--y=bay c", "pass"],
      [`two ${"--x=".repeat(9)}baz`, "pass"],
      ["four --x=--y=a", "deny"],
      ["four --x=--z=a", "pass"],
      ["five --x=a/.env", "deny"],
      ["five --x=a b/.env", "deny"],
      ["five --x=a b", "pass"],
      ["six --quiet=bar", "deny"],
      ["six -q bar", "deny"],
      ["six -q baz", "pass"],
    ],
  },
  {
    about: "the known end of a word",
    rules: `
      rules:
        - allow: 'foo|lit|mid|pre *'
        - deny: 'lit a.log'
        - deny: 'foo *.log'
        - deny: 'mid a*z'
        - deny: 'pre a*'
        - deny: 'flag -x=*'
        - deny: '> *.log'`,
    cases: [
      ["lit $X.log", "ask"],
      ['lit "$X.log"', "ask"],
      ["lit $X.txt", "allow"],
      ["foo $X.log", "ask"],
      ["foo ${X}b.log", "ask"],
      ["foo $(cat f).log", "ask"],
      ["mid ${X}z", "ask"],
      ["pre ${X}b", "ask"],
      ["pre b$X", "allow"],
      ["flag $X.1", "ask"],
      ["ls > $X.log", "ask"],
      ["ls >> $(cat f).log", "ask"],
      ["ls > $X.txt", "pass"],
    ],
  },
  {
    about: "folders that are not known",
    rules: `
      rules:
        - allow: 'cat|cd|sh|true|git *'
        - deny: 'cat <path:secret>'
        - ask: '> <path:secret>'
      definitions:
        paths: { secret: ['~/.kube/config', '/secret/**', '**/.env'] }
        wrappers: ['sh -c <cmd>']`,
    cases: [
      ["cd ~/.kube && cat config", "deny"],
      ["cd ~/.kube; cat config", "deny"],
      ["cd ~/.kube; sh -c 'cat config'", "deny"],
      ["cd ~; sh -c 'cat .kube/config'", "deny"],
      ["cd ~/.kube; sh -c 'sh -c \"cat config\"'", "deny"],
      ["cd ~/.k*; cat config", "ask"],
      ["cd $D && cat config", "ask"],
      ["cd $D; cat ../config", "ask"],
      ["cd $D; cat ./../x/config", "ask"],
      ["cd $D && cat /tmp/config", "allow"],
      ["cd $D && sh -c 'cat config'", "ask"],
      ["cd $D && cat < config", "allow"],
      ["cd $D && true > config", "ask"],
      ["cd -; cat config", "ask"],
      ["for d in ~/.kube; do cd $d; cat config; done", "ask"],
      ['cd "$(git rev-parse --show-toplevel)" && cat config', "allow"],
      ["cd $(git rev-parse --show-toplevel 2>/dev/null); cat config", "allow"],
      ["cd ~/.kube; cd $(git rev-parse --show-toplevel); cat config", "deny"],
      ["cd $(git rev-parse --show-toplevel)/x; cat config", "ask"],
      ['cat "src/$(cat f)/config"', "ask"],
      ["cat ./$D/config", "ask"],
      ["cat ./$X", "ask"],
      ["cat ~/$X", "ask"],
      ["cat /tmp/x$X", "ask"],
      ["cat src/a$((1 + 1)).txt", "allow"],
      ["cat <(true)", "allow"],
    ],
  },
  {
    about: "a name without a folder",
    rules: `
      rules:
        - allow: 'ls *'
        - deny: 'rm *'
        - ask: './deploy *'`,
    cases: [
      ["/bin/ls", "allow"],
      ["/usr/local/bin/ls -l", "allow"],
      ["./ls", "pass"],
      ["/tmp/bin/ls", "pass"],
      ["./rm x", "deny"],
      ["/opt/x/rm x", "deny"],
      ["./deploy now", "ask"],
      ["deploy now", "pass"],
      ["constructor", "pass"],
      ["__proto__ x", "pass"],
    ],
  },
  {
    about: "flags in any mix",
    rules: `
      rules:
        - allow: 'tar <flags:tf> *'
        - deny: 'rm <flags:rf> *'
        - ask: 'rm <flags:r> *'
      definitions: { long_flags: { r: --recursive, f: --force } }`,
    cases: [
      ["rm -rf x", "deny"],
      ["rm -fr x", "deny"],
      ["rm -r -f x", "deny"],
      ["rm x -r -f", "deny"],
      ["rm -rvf x", "deny"],
      ["rm --recursive --force x", "deny"],
      ["rm --recurs --fo x", "deny"],
      ["rm -r x", "ask"],
      ["rm -f x", "pass"],
      ["rm -- -rf", "pass"],
      ["rm $FLAGS x", "ask"],
      ["tar -tf x", "allow"],
      ["tar -t -f x", "allow"],
      ["tar -xtf x", "pass"],
    ],
  },
  {
    about: "wrappers",
    rules: `
      rules:
        - allow: 'ls|echo *'
        - deny: 'rm *'
      definitions:
        wrappers:
          - { pattern: 'sudo <opts:-u|--user> <cmd>', at_least: ask }
          - 'timeout <opts> * <cmd>'
          - { pattern: 'xargs <opts:-n|-I> <cmd>', appends: true }
          - { pattern: 'eval <cmd>', joins: true }
          - 'bash|sh <flags:c> <opts> <cmd>'
          - 'with <name> <cmd>'
          - 'find * -exec <cmd> \\;|+ *'`,
    cases: [
      ["sudo ls", "ask"],
      ["sudo -u root ls", "ask"],
      ["sudo -n -u root rm x", "deny"],
      ["sudo -nu root rm x", "deny"],
      ["sudo --user=root rm x", "deny"],
      ["sudo", "pass"],
      ["timeout 5 ls", "allow"],
      ["timeout 5 frobnicate ls", "pass"],
      ["timeout 5 frobnicate rm", "deny"],
      ["timeout $T rm x", "deny"],
      ['timeout "$T" rm x', "deny"],
      ["timeout $T ls", "ask"],
      ["with $A rm x", "deny"],
      ['with "$A" rm x', "deny"],
      ["with $A ls", "pass"],
      ["xargs echo", "allow"],
      ["xargs -n 1 rm", "deny"],
      ["eval ls", "allow"],
      ["eval 'ls; rm x'", "deny"],
      ['eval "r" "m" x', "pass"],
      ['eval "rm -rf" x', "deny"],
      ["eval $X", "ask"],
      ["bash -c ls", "allow"],
      ["bash -c 'rm x'", "deny"],
      ["bash -ec 'rm x'", "deny"],
      ["bash -c -e 'rm x'", "deny"],
      ["bash -c 'echo \"$1\"' _ a", "allow"],
      ["bash -c '\"$@\"' _ rm x", "deny"],
      ["bash -c '$0 x' rm", "deny"],
      ['bash -c "echo $X"', "ask"],
      ["bash -c 'echo $X'", "allow"],
      ["bash -c 'echo $(rm x)'", "deny"],
      ["with a ls", "allow"],
      ["with a rm x", "deny"],
      ["find . -exec rm {} ;", "pass"],
      ["find . -exec rm {} \\;", "deny"],
      ["find . -exec ls {} \\; -exec rm {} +", "deny"],
      ["find . -exec frobnicate {} \\; -exec ls {} \\;", "pass"],
      ["echo 'rm x' | bash", "deny"],
      ["bash <<< 'rm x'", "deny"],
      ["bash -s a <<E\nrm x\nE", "deny"],
      ["cat x | bash", "ask"],
      ["bash < x", "pass"],
      ["sudo bash <<< 'rm x'", "deny"],
      [`${"eval ".repeat(12)}ls`, "ask"],
      [`rm x; ${"xargs -n1 ".repeat(1900)}ls`, "deny"],
      [`${"xargs -n1 ".repeat(1900)}ls`, "ask"],
    ],
  },
  {
    about: "functions and aliases",
    rules: `
      rules:
        - allow: 'ls|echo|true|alias *'
        - deny: 'rm *'`,
    cases: [
      ["f() { ls; }; f", "allow"],
      ["f() { rm x; }", "deny"],
      ['f() { "$@"; }; f rm x', "deny"],
      ["rm() { echo; }; rm x", "allow"],
      ["false && rm() { echo; }; rm x", "deny"],
      ["rm() { echo; }; unset -f rm; rm x", "deny"],
      ["f() { f; }; f", "ask"],
      ["f() { x=1; }; f", "pass"],
      ["alias l=rm; l x", "deny"],
      ["alias l='rm x;'; l", "deny"],
    ],
  },
  {
    about: "only inside folders",
    rules: `
      rules:
        - allow: 'make|cd *'
          in: ['~/work/**']
        - deny: 'rm *'
          in: ['/srv']`,
    situation: { cwd: "/home/user/work/a" },
    cases: [
      ["make", "allow"],
      ["cd .. && make", "allow"],
      ["cd ../.. && make", "pass"],
      ["cd $X && make", "pass"],
      ["cd /elsewhere; make", "pass"],
      ["rm x", "pass"],
      ["cd /srv && rm x", "deny"],
      ["cd /srv/app && rm x", "deny"],
      ["cd /srv; rm x", "ask"],
      ["cd $X; rm x", "ask"],
      ["(cd /srv); rm x", "pass"],
    ],
  },
  {
    about: "only in the folders of a list",
    rules: `
      rules:
        - allow: 'cd|git|search *'
        - ask: 'search *'
          in: ['<path:homes>', /srv]
      definitions: { paths: { homes: ['/', '~', '/mnt/*'] } }`,
    situation: { cwd: "/home/user/work/a", isRepository: (folder) => folder === "/home/user/work" },
    cases: [
      ["search x", "allow"],
      ["cd ~ && search x", "ask"],
      ["cd; search x", "ask"],
      ["cd ../..; search x", "ask"],
      ["cd .. && search x", "allow"],
      ["cd / && search x", "ask"],
      ["cd /mnt/a && search x", "ask"],
      ["cd /mnt/a/b && search x", "allow"],
      ["cd /srv/a && search x", "ask"],
      ["cd $X && search x", "ask"],
      ['cd "$(git rev-parse --show-toplevel)" && search x', "allow"],
      ['cd /tmp; cd "$(git rev-parse --show-toplevel)" && search x', "ask"],
    ],
  },
  {
    about: "files that a word names",
    rules: `
      rules:
        - allow: 'cd|tool *'
        - deny: 'tool * <file:private> *'
      definitions: { paths: { private: ['~/.ssh', '~/.ssh/id_*', '**/.env'] } }`,
    cases: [
      ["tool ~/.ssh/id_rsa", "deny"],
      ["tool --file ~/.ssh/id_rsa", "deny"],
      ["tool --file=.env", "deny"],
      ["tool -f.env", "deny"],
      ["tool --from=key=.env", "deny"],
      ["tool x=@.env", "deny"],
      ["tool x=@~/.ssh/id_rsa", "deny"],
      ["tool type=bind,source=/home/user/.ssh,target=/k", "deny"],
      ["tool -v ~/.ssh:/k:ro", "deny"],
      ["tool file://$HOME/.ssh/id_rsa", "deny"],
      ["tool fileb:///home/user/.ssh/id_rsa", "deny"],
      ["tool ~/.ss*/id_*", "deny"],
      ["tool ~/.ssh/id_$X", "ask"],
      ["cd ~/.ssh && tool id_rsa", "deny"],
      ["cd ~/.ssh; tool id_rsa", "deny"],
      ["cd $X && tool id_rsa", "allow"],
      ["tool *", "allow"],
      ["tool .e*", "deny"],
      ["tool $X", "allow"],
      ['tool "$A" "$B..$C" main..$X', "allow"],
      ["tool src/$X", "allow"],
      ["tool host:.env https://x.example/.env,a", "allow"],
      ["tool .environment a.env", "allow"],
    ],
  },
  {
    about: "paths that git may take a word for",
    rules: `
      rules:
        - allow: 'cd|git *'
        - ask: 'git * <pathspec:secret> *'
      definitions: { paths: { secret: ['**/.env', '**/id_rsa', '~/keys/a'] } }`,
    cases: [
      ["git show HEAD:.env", "ask"],
      ["git show HEAD:sub/.env", "ask"],
      ["git log -- '.e?v'", "ask"],
      ["git log -- .e*", "ask"],
      ["git log -- '*env'", "ask"],
      ["git log -- '[.]env'", "ask"],
      ["git log -- 'src/*_rsa'", "ask"],
      ["git log -- '\\.env'", "ask"],
      ["git log -- ../.en?", "ask"],
      ["git log -- 'c*.e?v' ", "ask"],
      ["git log -- '*test*' 'src*'", "allow"],
      ["git log -G 'x.*v' -p", "allow"],
      ["git diff -- ':(glob)**/.e*'", "ask"],
      ["git diff -- ':(icase).ENV'", "ask"],
      ["git diff -- ':/.e*'", "ask"],
      ["git log -L1,5:.env", "ask"],
      ["git show HEAD:.en$X", "ask"],
      ["cd ~ && git log -- 'keys/?'", "allow"],
      ["cd ~ && git log -- 'keys/[a-c]'", "ask"],
      ["git diff -- ':!.env' ':^.e*' ':(exclude).env'", "allow"],
      ["git diff -- ':(literal).e?v'", "allow"],
      ["git log -- '*' 'src/*' '**' 'src/**' '????'", "allow"],
      ["git log -- '*.ts' '*.environment' .ENV", "allow"],
      ["git log --grep='.e*' $X", "allow"],
    ],
  },
  {
    about: "the folder that a launcher names",
    rules: `
      rules:
        - allow: 'show|cd *'
        - deny: 'show * <path:private> *'
      definitions:
        paths: { private: ['~/.aws/credentials'] }
        wrappers:
          - { pattern: 'within <opts:-C|--chdir> <cmd>', folder: [-C, --chdir] }
          - { pattern: 'show <opts:-C> <cmd>', itself: true, folder: [-C] }`,
    cases: [
      ["within -C ~/.aws show credentials", "deny"],
      ["within -C ~ --chdir=.aws show credentials", "deny"],
      ["within -C~/.aws show credentials", "deny"],
      ["within -C $X show credentials", "ask"],
      ["within -C src show credentials", "allow"],
      ["within show credentials", "allow"],
      ["show -C ~/.aws credentials", "deny"],
      ["show -C src credentials", "allow"],
    ],
  },
  {
    about: "commands in a word of another language",
    rules: `
      rules:
        - allow: 'ls|db *'
        - deny: 'rm *'
      definitions:
        wrappers:
          - { pattern: 'db * <cmd> *', behind: ['.shell ', 'system("'] }
          - { pattern: 'ed * <cmd> *', behind: ['!'], at_least: ask }`,
    cases: [
      ["db x '.shell rm y'", "deny"],
      ["db -x '.shell ls' x", "allow"],
      ["db '.shell ls' '.shell rm y'", "deny"],
      ["db 'a\n.shell rm y\nb'", "deny"],
      ["db '.shell make'", "pass"],
      [`db 'x = system("rm y") + 1'`, "deny"],
      [`db 'x = system("ls") + 1'`, "allow"],
      ['db ".shell $X"', "ask"],
      ["db x <<< '.shell rm y'", "deny"],
      ["echo '.shell rm y' | db", "deny"],
      ["db 'select 1'", "allow"],
      ['db "$X"', "allow"],
      ["ed '!rm y'", "deny"],
      ["ed x '!ls'", "ask"],
      ["ed x", "pass"],
    ],
  },
  {
    about: "characters that do not show",
    rules: `
      rules:
        - allow: 'ls|echo *'`,
    cases: [
      ...[
        "\u200b",
        "\u202e",
        "\u2060",
        "\ufeff",
        "\u3164",
        "\u115f",
        "\uffa0",
        "\ufff9",
        "\ue000",
        "\uf8ff",
        "\u{f0000}",
        "\u{10fffd}",
        "\u{e0041}",
        "\u{e0100}",
        "\ufe0f",
        "\u{1fffe}",
        "\u0378",
        "\u00ad",
        "\u2800",
      ].flatMap((char) => [[`ls a${char}`, "ask"], [`ls${char}`, "ask"]] as const),
      ["echo é 漢字 😀", "allow"],
    ],
  },
  {
    about: "what a shell with nothing beyond POSIX reads in another way",
    rules: `
      rules:
        - allow: 'ls|echo *'
      definitions: { wrappers: ['bash -c <cmd>'] }`,
    cases: [
      ["echo $'a\\' ; rm -rf ~ #'", "ask"],
      ["echo ${x/a/$'\\''}", "ask"],
      ["echo $'a\\nb'", "allow"],
      ["ls &> /dev/null", "allow"],
      ["ls &> /dev/null rm", "ask"],
      ["[[ a && reboot ]]; ls", "ask"],
      ["[[ a > b ]]; ls", "ask"],
      ["((reboot)); ls", "ask"],
      ["[[ $x == a && $y == b ]] && ls", "allow"],
      ["[[ -f a || -f b ]] && ls", "allow"],
      ["((1 + 1)); ls", "allow"],
      ["bash -c \"echo \\$'a\\\\' ; ls #'\"", "allow"],
    ],
  },
  {
    about: "links",
    rules: `
      rules:
        - allow: 'cat <path:docs>'
        - deny: 'cat * <path:secret> *'
      definitions: { paths: { docs: ['/proj/docs/**'], secret: ['/secret/**'] } }`,
    situation: {
      cwd: "/proj",
      resolveLink: (path) =>
        path.startsWith("/proj/docs/link") ? path.replace("/proj/docs/link", "/secret") : null,
      followGlob: (pattern) => {
        const [first] = pattern;
        const start = first?.kind === "text" ? first.text : "";
        if (start.startsWith("/proj/many")) return null;
        return start === "/proj/li" ? [[{ kind: "text", text: "/secret/a" }]] : [];
      },
    },
    cases: [
      ["cat li*", "deny"],
      ["cat lo*", "pass"],
      ["cat many/*", "ask"],
      ["cat docs/a", "allow"],
      ["cat docs/link/a", "deny"],
      ["cat docs/../docs/a", "allow"],
      ["cat docs/../../secret/a", "deny"],
      ["cat --file=/secret/a", "deny"],
      ["cat -f/secret/a", "deny"],
      ["cat @/secret/a", "deny"],
      ["cat if=/secret/a", "deny"],
    ],
  },
  {
    about: "text that is no bash",
    rules: `
      defaults: { action: allow }
      rules:
        - allow: '*'
        - deny: 'rm *'`,
    cases: [
      ["ls", "allow"],
      ["ls )", "ask"],
      ["rm x )", "deny"],
      ["ls 'x", "ask"],
      ["if ls", "ask"],
      ["", "allow"],
      ["# nothing", "allow"],
      [`ls ${"x".repeat(1 << 20)}`, "ask"],
      [`${"ls;".repeat(10_001)}`, "ask"],
    ],
  },
  {
    about: "what zsh reads in another way",
    rules: `
      rules:
        - allow: '*'
        - deny: 'cat <path:secret>'
      definitions: { paths: { secret: ['~/.ssh/**'] } }`,
    cases: [
      ["=ls", "ask"],
      ["ls =ls", "ask"],
      ['ls ""=ls', "ask"],
      ["ls $x=ls", "ask"],
      ["ls $x/a=ls", "allow"],
      ['cat ""~/.ssh/id', "ask"],
      ["cat ''{~,x}/.ssh/id", "ask"],
      ["cat $(true)~/.ssh/id", "ask"],
      ['cat "$x"~/.ssh/id', "ask"],
      ["e=; cat ${e}~/.ssh/id", "ask"],
      ["e=; f=$e~/.ssh/id; cat $f", "ask"],
      ["e=; cat < $e~/.ssh/id", "ask"],
      ["ls a$x~", "allow"],
      ["cat $HOME/a~", "allow"],
      ['ls "$x~"', "allow"],
      ['cat $"x"', "ask"],
      ["{ls,-l}", "ask"],
      ["{cat /x}", "ask"],
      ["{ cat /x; }", "allow"],
      ["noglob ls", "ask"],
      ["- ls", "ask"],
    ],
  },
];

for (const { about, rules, cases, situation } of groups) {
  const set = ruleSetFrom(rules, "pass");
  for (const [command, action] of cases) {
    Deno.test(`${about}: ${command.slice(0, 60)} → ${action}`, () => {
      const verdict = evaluateShell(set, command, { ...plainSituation, ...situation });
      strictEqual(verdict.action, action);
    });
  }
}

const toolRules = ruleSetFrom(
  `
  rules:
    - allow: '@Read *'
    - deny: '@Read|@Edit|@Write <path:secret>'
    - ask: '@mcp__db__*'
    - allow: '*'
  definitions: { paths: { secret: ['~/.ssh/**', '**/.env'] } }`,
  "allow",
);
const tools: readonly (readonly [string, readonly string[], Action])[] = [
  ["Read", ["/tmp/a"], "allow"],
  ["Read", ["~/.ssh/id"], "deny"],
  ["Read", ["/x/.env"], "deny"],
  ["Edit", [".env"], "deny"],
  ["Edit", ["a"], "pass"],
  ["mcp__db__drop", [], "ask"],
  ["Agent", [], "pass"],
];
for (const [name, args, action] of tools) {
  Deno.test(`tools: @${name} ${args} → ${action}`, () => {
    const { action: found } = evaluateTools(
      toolRules,
      [{ name, arguments: args }],
      plainSituation,
    );
    strictEqual(found, action);
  });
}

Deno.test("an allowed file does not speak for the others of a patch", () => {
  const calls = [
    { name: "Read", arguments: ["a"] },
    { name: "Edit", arguments: ["b"] },
  ];
  strictEqual(evaluateTools(toolRules, calls, plainSituation).action, "pass");
});

/** Commands and patterns that take too much work: an ask or a deny comes out, and no error. */
const large: readonly (readonly [string, string, string, Action])[] = [
  ["a wrapper's flags", "rm -rf /; sudo ", "-n ", "deny"],
  ["a wrapper's flags with values", "rm -rf /; sudo ", "-u x ", "deny"],
  ["variables in front", "rm -rf /; env ", "A=b ", "deny"],
  ["flags", "rm -rf /; tar ", "-C x ", "deny"],
  ["flags of a group", "rm -rf /; gh ", "-f x ", "deny"],
  ["words that are not known", "rm -rf /; tar ", "$A ", "deny"],
  ["globs", "rm -rf /; cat ", "*a*?[a-z] ", "deny"],
  ["assignments", "rm -rf /; export ", "A=b ", "deny"],
];
const patient = ruleSetFrom(
  `definitions:
  paths: { secret: ['~/.ssh/**', '**/*.key', '/etc/shadow'] }
  wrappers: ['sudo <opts> <cmd>', 'env [-i] <vars> <cmd>']
  flag_groups: { field: '-f|--field *' }
rules:
  - allow: '*'
  - deny: 'rm -rf *'
  - deny: 'cat * <path:secret> *'
  - deny: 'tar [-C *] [-f *] [-x] [-z] -I * --to-command *'
  - deny: '* -a -b * c * d * e'
  - deny: 'gh <flag:field> api'
`,
  "pass",
);
/** A pattern that takes too many steps to match, by what it says. */
const tangled = "g * x * x * x * x * x * x * y";
(["allow", "ask", "deny"] as const).forEach((action) =>
  Deno.test(`much work: a rule that takes too many steps is named (${action})`, () => {
    const set = ruleSetFrom(
      `rules: [{ ${action}: '${tangled}' }]`,
      "pass",
    );
    const verdict = evaluateShell(set, `g y ${"x ".repeat(300)}`, plainSituation);
    strictEqual(verdict.action, action === "allow" ? "pass" : action);
    const said = verdict.notes.join("\n");
    strictEqual(said.includes("takes too many steps to match"), true, said);
    strictEqual(said.endsWith(action === "allow" ? "taken not to apply" : "taken to apply"), true);
  })
);

for (const [about, start, repeated, action] of large) {
  Deno.test(`much work: ${about}`, () => {
    const text = `${start}${repeated.repeat(8_000)}ls`;
    strictEqual(evaluateShell(patient, text, plainSituation).action, action);
  });
}
