/** A kind of shop in one language, and where such shops are. */
export interface DemoLanguage {
  locale: string;
  /** The name of a shop; `*` stands for its town. */
  name: string;
  /** Towns as they are written there, and in plain letters for host names. */
  towns: readonly (readonly [native: string, plain: string])[];
}

/**
 * A bakery that has gone round the world. Names as they come from users everywhere: accents, right-to-left scripts, scripts
 * without spaces or with characters of several code points, dotted and dotless letters.
 */
export const demoLanguages: readonly DemoLanguage[] = [
  { locale: 'en-GB', name: 'Bakery *', towns: plain('London', 'Leeds', 'Bristol', 'Cardiff') },
  {
    locale: 'pt-PT',
    name: 'Pastelaria *',
    towns: [
      ['Évora', 'evora'],
      ['São João da Madeira', 'sao-joao-da-madeira'],
      ['Covilhã', 'covilha'],
    ],
  },
  {
    locale: 'ar-EG',
    name: 'مخبز *',
    towns: [
      ['القاهرة', 'cairo'],
      ['الإسكندرية', 'alexandria'],
      ['الجيزة', 'giza'],
    ],
  },
  {
    locale: 'ja-JP',
    name: '*のパン屋',
    towns: [
      ['東京', 'tokyo'],
      ['京都', 'kyoto'],
      ['札幌', 'sapporo'],
    ],
  },
  {
    locale: 'de-DE',
    name: 'Bäckerei *',
    towns: [
      ['München', 'muenchen'],
      ['Köln', 'koeln'],
      ['Gießen', 'giessen'],
    ],
  },
  {
    locale: 'fr-FR',
    name: 'L’Épi d’Or – *',
    towns: [
      ['Nîmes', 'nimes'],
      ['Besançon', 'besancon'],
      ['L’Haÿ-les-Roses', 'l-hay-les-roses'],
    ],
  },
  {
    locale: 'he-IL',
    name: 'מאפיית *',
    towns: [
      ['תל אביב', 'tel-aviv'],
      ['חיפה', 'haifa'],
    ],
  },
  {
    locale: 'zh-CN',
    name: '*面包店',
    towns: [
      ['上海', 'shanghai'],
      ['成都', 'chengdu'],
    ],
  },
  {
    locale: 'pl-PL',
    name: 'Piekarnia *',
    towns: [
      ['Łódź', 'lodz'],
      ['Gdańsk', 'gdansk'],
    ],
  },
  {
    locale: 'es-ES',
    name: 'Panadería *',
    towns: [
      ['Cádiz', 'cadiz'],
      ['León', 'leon'],
      ['A Coruña', 'a-coruna'],
    ],
  },
  {
    locale: 'ko-KR',
    name: '* 빵집',
    towns: [
      ['서울', 'seoul'],
      ['부산', 'busan'],
    ],
  },
  {
    locale: 'tr-TR',
    name: '* Fırını',
    towns: [
      ['İstanbul', 'istanbul'],
      ['Iğdır', 'igdir'],
    ],
  },
  {
    locale: 'hi-IN',
    name: '* बेकरी',
    towns: [
      ['दिल्ली', 'delhi'],
      ['मुंबई', 'mumbai'],
    ],
  },
  {
    locale: 'el-GR',
    name: 'Φούρνος *',
    towns: [
      ['Αθήνα', 'athina'],
      ['Θεσσαλονίκη', 'thessaloniki'],
    ],
  },
  {
    locale: 'uk-UA',
    name: 'Пекарня «*»',
    towns: [
      ['Київ', 'kyiv'],
      ['Львів', 'lviv'],
    ],
  },
  { locale: 'it-IT', name: 'Pasticceria * 🥐', towns: plain('Torino', 'Milano', 'Palermo') },
  {
    locale: 'zh-TW',
    name: '*麵包坊',
    towns: [
      ['臺北', 'taipei'],
      ['高雄', 'kaohsiung'],
    ],
  },
  {
    locale: 'vi-VN',
    name: 'Tiệm bánh *',
    towns: [
      ['Hà Nội', 'ha-noi'],
      ['Đà Nẵng', 'da-nang'],
    ],
  },
  {
    locale: 'th-TH',
    name: 'ร้านขนมปัง*',
    towns: [
      ['เชียงใหม่', 'chiang-mai'],
      ['ภูเก็ต', 'phuket'],
    ],
  },
  {
    locale: 'sv-SE',
    name: 'Konditori *',
    towns: [
      ['Malmö', 'malmoe'],
      ['Örebro', 'oerebro'],
    ],
  },
];

/** What makes a name as long as some are. */
export const longEnding =
  ' – Purveyors of Sourdough, Viennoiserie and Celebration Cakes since 1897, Member of the International Guild of Craft Bakers and Confectioners';

/** Pathnames, and what they are called in a few locales. */
export const demoPages: readonly {
  pathname: string;
  variants: Readonly<Record<string, string>>;
}[] = [
  { pathname: '/', variants: {} },
  {
    pathname: '/bread',
    variants: {
      'de-DE': '/brot',
      'fr-FR': '/pain',
      'pt-PT': '/pao',
      'es-ES': '/pan',
      'ja-JP': '/パン',
      'ar-EG': '/خبز',
    },
  },
  {
    pathname: '/about-us',
    variants: {
      'de-DE': '/über-uns',
      'fr-FR': '/à-propos',
      'it-IT': '/chi-siamo',
      'he-IL': '/אודות',
    },
  },
  {
    pathname: '/opening-hours',
    variants: { 'de-DE': '/oeffnungszeiten', 'fr-FR': '/horaires', 'zh-CN': '/营业时间' },
  },
  {
    pathname: '/contact',
    variants: { 'de-DE': '/kontakt', 'pt-PT': '/contacto', 'pl-PL': '/kontakt' },
  },
  { pathname: '/jobs', variants: { 'fr-FR': '/emplois', 'sv-SE': '/jobba-hos-oss' } },
  { pathname: '/recipes/sourdough', variants: { 'de-DE': '/rezepte/sauerteig' } },
  { pathname: '/orders', variants: {} },
];

function plain(...names: readonly string[]): readonly (readonly [string, string])[] {
  return names.map((name) => [name, name.toLowerCase()]);
}
