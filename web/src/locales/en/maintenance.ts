/** The page of a maintenance, loaded only then. */
export default {
  title: 'We are working on this portal',
  soon: 'It will be back as soon as the work is done.',
  until: 'Expected to be back: {{time}}.',
  longer: 'Expected to be back: {{time}}. The work takes longer than planned.',
  stays:
    'Nothing is lost: what you have typed stays here. Leave this page open: as soon as the portal is back, you can go on where you were.',
}
