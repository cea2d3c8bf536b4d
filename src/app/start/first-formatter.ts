// Runs in a worker: creates the first formatters, whose list of locales all threads of a browser's process share.
void new Intl.DateTimeFormat();
void new Intl.PluralRules();
void new Intl.RelativeTimeFormat();
close();
