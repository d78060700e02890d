/** Where a price comes from. */
export default {
  yours: 'What your company pays',
  priceOf: 'What {{account}} pays',
  none: 'No price',
  reasons: {
    no_list: 'It cannot be bought: no price list serves the account.',
    not_on_list: 'It cannot be bought: it is not on the price list that serves the account.',
    not_active: 'It cannot be bought: the product is not active.',
  },
  list: 'Price list',
  noList: 'None',
  atMsrp: 'None: the MSRP applies',
  association: 'Association',
  own: 'Its own',
  inherited: 'Inherited',
  inheritedFrom: 'Inherited from {{account}}',
  msrp: 'MSRP',
  discount: 'Discount',
  below: 'Below the MSRP',
  above: 'Above the MSRP',
} as const
