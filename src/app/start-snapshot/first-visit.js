// On a first visit: shows the sign-in screen that the build drew into the page (scripts/build/page.ts) before the app is loaded.
// src/features/session/follow-first-visit.ts takes over typed text and taps. Runs after start.js, whose names it uses.
if (isFirstVisit && isHome) {
  const drawn = document.querySelector(`template[lang="${page.lang}"]`);
  if (drawn) {
    const screen = make('div', { id: 'last-screen' });
    screen.dataset.signIn = '';
    screen.append(drawn.content);
    document.getElementById('root').before(screen);
    screen.addEventListener('click', ({ target }) => {
      const buttons = [...screen.querySelectorAll('button')];
      const tapped = buttons.indexOf(target.closest('button'));
      if (tapped < 0) return;
      for (const button of buttons) button.toggleAttribute('data-tapped', button === buttons[tapped]);
      screen.dataset.tapped = String(tapped);
    });
  }
}
