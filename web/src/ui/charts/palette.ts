/** Seven series (rules D7), in the order in which they are told apart best. */
export const chartColors = [1, 2, 3, 4, 5, 6, 7].map((number) => `var(--ui-chart-${number})`) as [string, ...string[]]

export const chartColor = (index: number): string => chartColors[index % chartColors.length] ?? chartColors[0]
