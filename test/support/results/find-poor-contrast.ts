/**
 * Runs in a page: finds visible text with a contrast below a ratio (WCAG 2.2, success criterion 1.4.3). It has no
 * imports, because its source is sent to a browser.
 */
export function findPoorContrast(ratio: number): string[] {
  const toChannels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const toLuminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = toChannels(colour).map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const findGround = (element: Element): string => {
    for (let place: Element | null = element; place !== null; place = place.parentElement) {
      const { backgroundColor } = getComputedStyle(place);
      if (toChannels(backgroundColor)[3] !== 0) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const poor = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || node.textContent?.trim() === '' || !element.checkVisibility()) continue;
    const lights = [getComputedStyle(element).color, findGround(element)].map(toLuminance);
    const found = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
    if (found < ratio) poor.add(`${element.className || element.tagName}: ${found.toFixed(2)}`);
  }
  return [...poor];
}
