/** Names that bash and zsh run by themselves, without looking for a program. */
export const builtinNames: ReadonlySet<string> = new Set(
  (". : [ alias autoload bg bind bindkey break builtin bye caller cd chdir command compadd compctl " +
    "compgen complete compopt continue declare dirs disable disown echo echotc echoti emulate enable " +
    "eval exec exit export false fc fg float functions getln getopts hash help history integer jobs " +
    "kill let limit local logout mapfile noglob nocorrect popd print printf pushd pushln pwd r read " +
    "readarray readonly rehash return sched set setopt shift shopt source suspend test times trap true " +
    "ttyctl type typeset ulimit umask unalias unfunction unhash unlimit unset unsetopt vared wait " +
    "whence where which zcompile zformat zle zmodload zparseopts zstyle").split(" "),
);
