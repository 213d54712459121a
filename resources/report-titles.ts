/** Titles of the reports by name, in Portuguese with terminology marks. */
export const reportTitles = {
  paymentsPerYear: 'Pagamentos por ano',
  owedPerYear: 'Em dívida, por ano',
  debtsByAge: 'Dívidas por antiguidade',
  nextYearQuotaExpectations: '{MembershipPayments} esperadas para o ano',
  membersAt: '{MemberPlural} numa data',
  membershipsPerYear: 'Admissões por ano',
  cancelationsPerYear: 'Saídas por ano',
  donations: 'Donativos por NIF',
  cashMap: 'Mapa de recebimentos e pagamentos',
  cashMapByCenter: 'Recebimentos e pagamentos por centro de custos',
  budget: 'Orçamento e execução',
  capital: 'Registo de capital',
} as const
export type ReportName = keyof typeof reportTitles
