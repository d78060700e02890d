/** The texts of seats that are taken over or freed by the users of a key: of a product and of a key. */
export default {
  reclaimDays: 'Silent seats may be taken over',
  reclaimDaysLabel: 'Days of silence until a seat may be taken over',
  reclaimDaysText:
    'When all seats of a key are taken, a new device takes the one that was silent for longer than this, but never while its lease of 7 days runs. Empty: never.',
  selfReleases: 'Seats that users free by themselves',
  selfReleasesLabel: 'Seats that users may free by themselves',
  selfReleasesText:
    'How many seats of a key its users may free in a year without support, such as that of a lost laptop. 0: none.',
  never: 'Never',
  none: 'None',
  afterDays_one: 'After {{count}} day',
  afterDays_other: 'After {{count}} days',
  aYear: '{{amount}} a year',
  title: 'Seats without support',
  left: '{{left}} of {{allowed}} left within 365 days',
  next: 'None of {{allowed}} left; the next from {{date}}',
  silent_one: 'Silent for {{count}} day',
  silent_other: 'Silent for {{count}} days',
  mayBeTaken_one: 'Silent for {{count}} day: may be taken over when all seats are taken',
  mayBeTaken_other: 'Silent for {{count}} days: may be taken over when all seats are taken',
  byPage: 'On the page of the key',
  events: {
    seat_self_released: 'Seat freed by a user of the key',
    seat_taken_over: 'Silent seat taken over',
  },
} as const
