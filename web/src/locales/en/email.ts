/** The screen of the links by which an e-mail address is proved or taken back. */
export default {
  change: {
    title: 'Confirm your new address',
    lead: 'From then on you sign in with it, and mails go there.',
    submit: 'Confirm the address',
    submitting: 'Confirming…',
    done: 'From now on you sign in with {{email}}.',
  },
  undo: {
    title: 'Take your address back',
    lead: 'Everybody who is signed in as you is signed out, and the password works no more.',
    submit: 'Take the address back',
    submitting: 'Taking it back…',
    doneOnly: 'You sign in with {{email}} again, with your company’s account.',
    done: 'You sign in with {{email}} again. We have sent you a link to choose a new password.',
  },
  dead: 'This link is not valid, has expired or was already used.',
  incomplete: 'This link is incomplete. Copy the whole address from the mail.',
  taken: 'Somebody else uses this address by now. Ask an administrator of your company.',
} as const
