/** Days until a device must renew its lease (rules K9). A lease never lasts longer than the license. */
export const leaseDays = 7
