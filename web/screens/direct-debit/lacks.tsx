import { IconAlertCircle } from '@tabler/icons-react'
import { organisationSettingsPath } from '../../paths/account.ts'
import { directDebitSettingsPath, treasurySettingsPath } from '../../paths/treasury.ts'
import { LinkIfOpen } from '../../ui/app-link.tsx'
import classes from './direct-debit.module.css'

/** Missing settings, without which no batch can be created (`GET /debit_batches/readiness`). */
export interface Lack {
  text: string
  where: 'organisation' | 'directDebit' | 'accounts'
}

const places: Record<Lack['where'], { to: string; label: string }> = {
  organisation: { to: organisationSettingsPath, label: 'Dados da organização' },
  directDebit: { to: directDebitSettingsPath, label: 'Débito direto' },
  accounts: { to: treasurySettingsPath, label: 'Contas da tesouraria' },
}

/** The missing settings, with links to their screens. */
export function Lacks({ lacks }: { lacks: readonly Lack[] }) {
  if (lacks.length === 0) return null
  return (
    <div className={classes.lacks}>
      <IconAlertCircle size="1.25rem" stroke={1.5} aria-hidden />
      <div>
        <strong>Antes de cobrar por débito direto, falta:</strong>
        <ul>
          {lacks.map(({ text, where }) => (
            <li key={text}>
              {text} <LinkIfOpen to={places[where].to}>{places[where].label}</LinkIfOpen>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
