export const setupPath = '/configuracaoInicial'
