/** Names of consents, the same in forms, settings and records; with terminology marks. */
export const consentLabels = {
  terms: 'Adesão aos estatutos',
  privacyNotice: 'Informação sobre proteção de dados',
  newsletter: 'Newsletter por email',
  sms: 'SMS informativos',
  imageUse: 'Utilização da imagem',
  directory: 'Lista de {memberPlural}',
  guardianConsent: 'Autorização do encarregado de educação',
} as const
