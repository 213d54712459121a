/** Measures in points, and colours of all documents. */
export const look = { margin: 56, footerHeight: 28, ink: '#1E2227', dimmed: '#6A6E75', line: '#E7E3DD' }
