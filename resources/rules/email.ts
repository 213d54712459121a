import type { TextRule } from './text-rule.ts'

/** Email address: at most 254 characters, domain in lower case. Only a confirmed link proves that it exists. */
export const email: TextRule = {
  normalize(input) {
    const value = input
      .normalize('NFC')
      .replace(/\p{Cf}/gu, '')
      .trim()
    const at = value.lastIndexOf('@')
    return at < 0 ? value : value.slice(0, at) + value.slice(at).toLowerCase()
  },
  problem: (value) => (isEmail(value) ? undefined : 'Endereço de email inválido.'),
  warning(value) {
    const suggestion = commonTypos.get(value.slice(value.lastIndexOf('@') + 1))
    return suggestion ? `Confirme o endereço: não será ${suggestion}?` : undefined
  },
  format: (value) => value,
}

/** Returns whether two addresses are the same, ignoring case. */
export function isSameEmail(one: string, other: string): boolean {
  return email.normalize(one).toLowerCase() === email.normalize(other).toLowerCase()
}

function isEmail(value: string): boolean {
  const [local = '', domain = '', ...rest] = value.split('@')
  if (value.length > 254 || rest.length > 0) return false
  if (local.length > 64 || !/^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local)) return false
  const labels = domain.split('.')
  return labels.length > 1 && labels.every(isLabel) && /^(xn--.+|\p{L}{2,})$/u.test(labels.at(-1)!)
}

function isLabel(label: string): boolean {
  return (
    label.length <= 63 && /^[\p{L}\p{N}-]+$/u.test(label) && !label.startsWith('-') && !label.endsWith('-')
  )
}

const commonTypos = new Map([
  ['gmail.con', 'gmail.com'],
  ['gmail.pt', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['gmial.com', 'gmail.com'],
  ['gmal.com', 'gmail.com'],
  ['gmil.com', 'gmail.com'],
  ['hotmail.con', 'hotmail.com'],
  ['hotmai.com', 'hotmail.com'],
  ['hotmial.com', 'hotmail.com'],
  ['hormail.com', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['outlook.con', 'outlook.com'],
  ['yaho.com', 'yahoo.com'],
  ['sapo.com', 'sapo.pt'],
  ['spo.pt', 'sapo.pt'],
])
