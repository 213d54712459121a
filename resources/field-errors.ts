/** Validation errors that several rules and routes share. */
export const fieldErrors = {
  required: 'Campo obrigatório.',
  unknown: 'Campo desconhecido.',
  option: 'Escolha um valor da lista.',
  integer: 'Indique um número inteiro.',
  invalid: 'Valor inválido.',
  past: 'Já passou: indique um dia a partir de hoje.',
} as const
