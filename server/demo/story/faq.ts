export interface DemoQuestion {
  readonly question: string;
  /** Blank lines separate paragraphs. */
  readonly answer: string;
}

export const demoFaq: readonly DemoQuestion[] = [
  {
    question: 'Gibt es WLAN? / Is there wifi?',
    answer:
      'Am Infopunkt und in der Großen Scheune: Netz „Kranichsee“, das Passwort hängt am Brett.\n\nAt the info point and in the Great Barn: network “Kranichsee”, the password is on the board.',
  },
  {
    question: 'Wo sind Toiletten und Duschen? / Where are toilets and showers?',
    answer:
      'Hinter dem Bootshaus und bei Dorf C, rund um die Uhr. Warmes Wasser von sechs bis zehn.\n\nBehind the boathouse and at village C, day and night. Hot water from six to ten.',
  },
  {
    question: 'Ab wann ist Ruhe? / When are quiet hours?',
    answer: 'Von elf Uhr abends bis sieben Uhr morgens. / From eleven at night to seven in the morning.',
  },
  {
    question: 'Ich habe etwas verloren. / I lost something.',
    answer: 'Fundsachen liegen am Infopunkt: https://fund.demo.example/kranichsee\n\nLost things wait at the info point.',
  },
];
