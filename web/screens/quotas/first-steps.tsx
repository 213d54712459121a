import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { newPaymentPath, generatePath, plansPath } from '../../paths/dues.ts'
import classes from './first-steps.module.css'

/** What to do, in order, where nothing was charged nor paid yet. */
export function FirstSteps() {
  const terminology = useTerminology()
  const steps = [
    {
      to: plansPath(terminology),
      title: 'Defina os planos e os preços',
      text: 'De quanto em quanto tempo se paga, quanto, até quando, e que categorias não pagam.',
    },
    {
      to: generatePath(terminology),
      title: 'Gere as {membershipPayments} do ano',
      text: 'Vê-se antes quantas são e quanto somam. Nada se repete, e pode ser desfeito.',
    },
    {
      to: newPaymentPath,
      title: 'Registe os pagamentos',
      text: 'Cada um salda o que é mais antigo e emite o seu recibo. Os números aparecem aqui.',
    },
  ]
  return (
    <section className={classes.steps} aria-label="Primeiros passos">
      <h2>{fillTerms('Ainda não há {membershipPayments} nem pagamentos', terminology)}</h2>
      <ol>
        {steps.map(({ to, title, text }) => (
          <li key={to}>
            <AppLink to={to}>{fillTerms(title, terminology)}</AppLink>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
