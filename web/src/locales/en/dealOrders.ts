/** The dialogs that make the purchase and the sale of a won deal. */
export default {
  purchase: {
    title: 'Purchase for {{code}}',
    approved: 'At the approved price of {{amount}}, shared over the products by their value.',
    lower: 'For {{amount}}, which was approved, or less: where your own price is lower by now, it applies.',
    own: 'At the prices that {{vendor}} pays.',
    confirm: 'Create the purchase',
  },
  sale: {
    title: 'Sale for {{code}}',
    buyer: '{{company}} is an account already and becomes the buyer.',
    newBuyer: '{{company}} becomes an account below {{vendor}} and the buyer, in one step.',
    lacking:
      'The deal lacks: {{missing}}. Create the account of {{company}} with its VAT ID below {{vendor}}, then make the sale.',
    lackingVatId:
      'The deal lacks: {{missing}}. Create the account of {{company}} under this name below {{vendor}}, then make the sale.',
    mayNotCreate: 'You may not create accounts. Ask your administrator to create the buyer.',
    priceList: 'Price list of the new account',
    short: 'Not enough in stock. Make the purchase first.',
    missing: '{{product}}: {{missing}} missing',
    confirm: 'Create the sale',
  },
}
