export interface DemoContactLinks {
  readonly title: string;
  readonly subtitle: string | null;
  readonly links: readonly { readonly name: string; readonly url: string }[];
}

export const demoContactLinks: readonly DemoContactLinks[] = [
  {
    title: 'Orga',
    subtitle: 'Zelt am Eingang, von acht bis zwanzig Uhr / Tent at the gate, eight to eight',
    links: [
      { name: 'Mail', url: 'mailto:orga@demo.example' },
      { name: 'Telefon / Phone', url: 'tel:+49000000001' },
    ],
  },
  {
    title: 'Erste Hilfe / First aid',
    subtitle: null,
    links: [
      { name: 'Sanitätszelt / Medical tent', url: 'tel:+49000000002' },
      { name: 'Notruf / Emergency', url: 'tel:112' },
    ],
  },
  {
    title: 'Rund um den See / Around the lake',
    subtitle: 'Busse, Wetter, Badestellen',
    links: [
      { name: 'Karte / Map', url: 'geo:53.3,12.7' },
      { name: 'Busfahrplan / Bus times', url: 'https://bus.demo.example/kranichsee' },
    ],
  },
];
