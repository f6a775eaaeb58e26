/** The cookies in a `Cookie` header, by name (RFC 6265, section 5.4). A value in quotation marks is read without them. */
export function readCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const [name = '', ...values] = pair.split('=');
    const value = values.join('=').trim();
    if (name.trim() !== '') cookies.set(name.trim(), value.replace(/^"(.*)"$/, '$1'));
  }
  return cookies;
}
