import type { Names } from '../runner/run.ts';

/**
 * `plain` names are ten lower-case letters and digits. Some targets accept only letters, require a capital first, or accept
 * eight characters at most; `letters` names meet all of that.
 */
export type NameForm = 'plain' | 'letters';

/** Without vowels, a name with the prefix of the run is hardly ever a name of another client. */
const consonants = 'bcdfghjklmnpqrstvwxz';

/**
 * What every plain name of a run starts with. It follows from the mark of the run, a random number, and not from its seed:
 * what a run of the same seed has left on the target, or is creating at this moment, has other names.
 */
function toPlainPrefix(mark: number): string {
  return `s${mark.toString(36).slice(-5).padStart(5, '0')}`;
}

function toLettersPrefix(mark: number): string {
  const [first = '', ...others] = toLetters(mark, 4);
  return first.toUpperCase() + others.join('');
}

/** Writes a number in consonants, with as many as needed to distinguish it from others. */
function toLetters(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / consonants.length)) {
    text = consonants.charAt(rest % consonants.length) + text;
  }
  return text;
}

/** A name of a run: `place` and `count` tell it from all others. */
export function toName(mark: number, form: NameForm, place: number, count: number): string {
  return form === 'plain'
    ? toPlainPrefix(mark) +
        [place, count].map((part) => part.toString(36).padStart(2, '0')).join('')
    : toLettersPrefix(mark) + [place, count].map((part) => toLetters(part, 2)).join('');
}

/** Finds the names of a run in a text, also where a host or a pathname has made their letters small. */
export function matchNames(mark: number): RegExp {
  const plain = `${toPlainPrefix(mark)}[0-9a-z]{4}`;
  const [first = '', ...others] = toLettersPrefix(mark);
  const letters = `[${first}${first.toLowerCase()}]${others.join('')}[${consonants}]{4}`;
  return new RegExp(`${plain}|${letters}`, 'g');
}

/** Whether a name is a plain one that a run of the suite made up, this or another. */
export function isNameOfSomeRun(name: unknown): boolean {
  return typeof name === 'string' && /^s(?=.*\d)[0-9a-z]{9}$/.test(name);
}

/** What a target may require of pathnames: only letters, or a slash at the end. */
export interface PathnameForm {
  letters: boolean;
  end: '' | '/';
}

export function toPathname(unique: string, { letters, end }: PathnameForm): string {
  const small = unique.toLowerCase();
  return `/${letters ? toLettersAlone(small) : small}${end}`;
}

/** A name without digits. */
export function toLettersAlone(name: string): string {
  return name.replaceAll(/[0-9q]/g, toTwoLetters);
}

/** Two different names stay different. */
function toTwoLetters(character: string): string {
  return character === 'q' ? 'qq' : `q${'abcdefghij'.charAt(Number(character))}`;
}

/** The forms of values that a target accepts. The interface does not show them; the run finds them out before its checks. */
export interface Forms {
  name: NameForm;
  pathname: PathnameForm;
  /** `few` if the target accepts only hosts that exist, `none` if it accepted no host. */
  hosts: 'any' | 'few' | 'none';
}

/** No check makes up more names than this. */
const namesOfAttempt = 130;

/** Names that no other run, no other check and no other attempt uses, in the forms that the target takes by then. */
export function createNames(
  { mark, forms }: { mark: number; forms: Forms },
  place: number,
  earlierAttempts: number,
): Names {
  let count = earlierAttempts * namesOfAttempt;
  const unique = () => {
    count += 1;
    return toName(mark, forms.name, place, count);
  };
  return { unique, pathname: () => toPathname(unique(), forms.pathname) };
}
