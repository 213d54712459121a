export const loginPath = '/autorizacao/entrar'
export const logoutPath = '/autorizacao/sair'
export const linkPath = '/autorizacao/loginporlink'
export const confirmEmailPath = '/autorizacao/confirmarEmail'
