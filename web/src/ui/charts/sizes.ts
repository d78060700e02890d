/** Heights of charts with their legends in px, the same for their skeletons. */
export const lineChartHeight = 240
export const pieChartHeight = 220
