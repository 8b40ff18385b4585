/** Arrays that are tables of the shell itself: what is put into them changes what a command's name runs. */
import { report, type Run } from "./run.ts";

/** Arrays of bash. */
const bashTables = /^BASH_(?:CMDS|ALIASES)(?!\w)/;

/** Arrays of zsh, which in bash are arrays like any other. */
const zshTables =
  /^(?:(?:dis_)?(?:functions|aliases|galiases|saliases|builtins|reswords|patchars)|commands|options|modules|nameddirs|userdirs|mapfile|widgets|keymaps|parameters|(?:chpwd|precmd|preexec|periodic|zshexit|zshaddhistory|zsh_directory_name)_functions|zle_\w+)(?!\w)/;

/**
 * Reports that an array of the shell's own is set.
 * @param target the variable's name, with a subscript or more behind it
 * @param whole whether it may be set as an array: `x=(…)`, `x[…]=…`
 */
export function checkTable(run: Run, target: string, whole: boolean): void {
  if (bashTables.test(target) || (whole && zshTables.test(target))) {
    report(run, "ambiguous", "a table of the shell, which says what the names of commands run");
  }
}
