/** The texts of what an account may owe and does owe. */
export default {
  title: 'Credit',
  limit: 'Credit limit {{limit}}',
  terms_one: 'Pays within {{count}} day',
  terms_other: 'Pays within {{count}} days',
  open: '{{open}} open',
  overdue: '{{overdue}} of it overdue',
} as const
