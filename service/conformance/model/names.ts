/**
 * `plain` names have ten lower-case letters and digits. `letters` names suit targets that accept only letters, require an
 * initial capital, or accept at most eight characters.
 */
export type NameForm = 'plain' | 'letters';

/** Without vowels, names of other clients hardly ever match the prefix. */
const consonants = 'bcdfghjklmnpqrstvwxz';

/**
 * Prefix of all plain names of a run. It is derived from the mark, a random number, and not from the seed. Otherwise, names
 * would collide with those of earlier or concurrent runs with the same seed.
 */
function toPlainPrefix(mark: number): string {
  return `s${mark.toString(36).slice(-5).padStart(5, '0')}`;
}

function toLettersPrefix(mark: number): string {
  const [first = '', ...tail] = toLetters(mark, 4);
  return first.toUpperCase() + tail.join('');
}

/** Writes a number in consonants, padded to `length`. */
function toLetters(value: number, length: number): string {
  let text = '';
  for (
    let remaining = value;
    text.length < length;
    remaining = Math.floor(remaining / consonants.length)
  ) {
    text = consonants.charAt(remaining % consonants.length) + text;
  }
  return text;
}

/** Generates a unique name from `place` and `count`. */
export function toName(mark: number, form: NameForm, checkIndex: number, count: number): string {
  return form === 'plain'
    ? toPlainPrefix(mark) +
        [checkIndex, count].map((part) => part.toString(36).padStart(2, '0')).join('')
    : toLettersPrefix(mark) + [checkIndex, count].map((part) => toLetters(part, 2)).join('');
}

/** Matches names of a run in a text, including names that a host or a pathname shows in lower case. */
export function matchNames(mark: number): RegExp {
  const plain = `${toPlainPrefix(mark)}[0-9a-z]{4}`;
  const [first = '', ...tail] = toLettersPrefix(mark);
  const letters = `[${first}${first.toLowerCase()}]${tail.join('')}[${consonants}]{4}`;
  return new RegExp(`${plain}|${letters}`, 'g');
}

/** Whether a name has the form of a plain name from any run of the suite. */
export function isNameOfSomeRun(name: unknown): boolean {
  return typeof name === 'string' && /^s(?=.*\d)[0-9a-z]{9}$/.test(name);
}

/** Requirements that a target may have for pathnames: only letters, or a trailing slash. */
export interface PathnameForm {
  letters: boolean;
  end: '' | '/';
}

export function toPathname(unique: string, { letters, end }: PathnameForm): string {
  const small = unique.toLowerCase();
  return `/${letters ? toLettersAlone(small) : small}${end}`;
}

/** Replaces the digits of a name by letters. */
export function toLettersAlone(name: string): string {
  return name.replaceAll(/[0-9q]/g, toTwoLetters);
}

/** Maps different names to different names. */
function toTwoLetters(character: string): string {
  return character === 'q' ? 'qq' : `q${'abcdefghij'.charAt(Number(character))}`;
}

/** The forms of values that a target accepts. They are undocumented, so the run determines them before its checks. */
export interface Forms {
  name: NameForm;
  pathname: PathnameForm;
  /** `few` if the target accepts only existing hosts, `none` if it accepts no host. */
  hosts: 'any' | 'few' | 'none';
}

/** Names that are unique across checks and runs. */
export interface Names {
  /** Returns a new name: at most 10 lower-case letters and digits, unless the target refuses that form. */
  unique(): string;
  /** Returns a pathname with a new name, in a form that the target accepts. */
  pathname(): string;
}

/** Creates names that are unique across runs and checks, in the forms that the target accepts. */
export function createNames(
  { mark, forms }: { mark: number; forms: Forms },
  checkIndex: number,
): Names {
  let count = 0;
  const unique = () => {
    count += 1;
    return toName(mark, forms.name, checkIndex, count);
  };
  return { unique, pathname: () => toPathname(unique(), forms.pathname) };
}
