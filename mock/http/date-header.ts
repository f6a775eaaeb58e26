/** Makes the function that writes a time as a Date header does (RFC 9110, section 5.6.7), once for each second. */
export function createDateWriter(): (time: number) => string {
  let second = Number.NaN;
  let text = '';
  return (time) => {
    const now = Math.floor(time / 1000);
    if (now !== second) {
      second = now;
      text = new Date(time).toUTCString();
    }
    return text;
  };
}
