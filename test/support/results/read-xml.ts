interface XmlElement {
  name: string;
  attributes: Record<string, string>;
}

const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const tag = /<(\/?)([A-Za-z][\w-]*)((?:\s+[A-Za-z][\w-]*="[^"<]*")*)\s*(\/?)>/y;
const text = /(?:[^<&]|&(?:amp|lt|gt|quot|#\d+);)+/y;

/** Returns the elements of an XML document in order; throws if it is not well-formed (XML 1.0, section 2.1). */
export function readXml(xml: string): XmlElement[] {
  const bad = illegal.exec(xml);
  if (bad !== null) throw new Error(`a character that XML does not allow, at ${bad.index}`);
  const elements: XmlElement[] = [];
  const open: string[] = [];
  let position = xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n')
    ? xml.indexOf('\n') + 1
    : 0;
  while (position < xml.length) {
    const [, closing, name = '', written = '', empty] = matchAt(tag, xml, position) ?? [];
    if (name === '') {
      const content = matchAt(text, xml, position)?.[0];
      const isMisplaced = open.length === 0 && content?.trim() !== '';
      if (content === undefined || content.includes(']]>') || isMisplaced) {
        throw new Error(`not well-formed at ${position}: ${xml.slice(position, position + 40)}`);
      }
      position = text.lastIndex;
      continue;
    }
    position = tag.lastIndex;
    if (closing === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    if (open.length === 0 && elements.length > 0) throw new Error('a second root element');
    elements.push({ name, attributes: readAttributes(written) });
    if (empty !== '/') open.push(name);
  }
  if (open.length > 0) throw new Error(`<${open.join('><')}> is never closed`);
  return elements;
}

function readAttributes(written: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of written.matchAll(/([\w-]+)="([^"]*)"/g)) {
    if (name in attributes) throw new Error(`${name} twice`);
    if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(value)) throw new Error(`a bare & in ${name}`);
    attributes[name] = value;
  }
  return attributes;
}

function matchAt(pattern: RegExp, xml: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(xml);
}
