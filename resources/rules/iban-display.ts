/** Formats a normalised IBAN in groups of four: `PT50 0002 0123 1234 5678 9015 4`. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Masks a normalised IBAN for lists: `PT50 •••• … 0154`. */
export function maskIban(iban: string): string {
  return iban.length < 12 ? '••••' : `${iban.slice(0, 4)} •••• … ${iban.slice(-4)}`
}

const bicByBank: Record<string, string> = {
  '0007': 'BESCPTPL',
  '0010': 'BBPIPTPL',
  '0018': 'TOTAPTPL',
  '0033': 'BCOMPTPL',
  '0035': 'CGDIPTPL',
  '0036': 'MPIOPTPL',
  '0045': 'CCCMPTPL',
  '0193': 'CTTVPTPL',
}

/** Returns the BIC of the bank of a normalised Portuguese IBAN; undefined for smaller banks and other countries. */
export function bicOfIban(iban: string): string | undefined {
  return iban.startsWith('PT50') ? bicByBank[iban.slice(4, 8)] : undefined
}
