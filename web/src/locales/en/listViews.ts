/** The menu of a list’s saved views, loaded with it. */
export default {
  all: 'All, without filters',
  save: 'Save this view…',
  hint: 'A view keeps search, filters, dates, sort, page size and columns.',
  full: 'At most {{most}} views of a list: delete one first.',
  name: 'Name of the view',
  byDefault: 'Open this list with it',
  isDefault: 'opens by default',
  replace: 'Replace it by what the list shows now',
  keep: 'Save',
  edit: 'Change {{name}}',
  remove: 'Delete',
  removeTitle: 'Delete the view {{name}}?',
  copy: 'Copy the address of {{name}}',
  copyThis: 'Copy address',
  copied: 'Address copied',
} as const
