import { SettingsPanel } from '../../resource/settings/settings-page.tsx'
import classes from './direct-debit.module.css'
import { Lacks } from './lacks.tsx'
import { useReadiness } from './use-readiness.ts'

/** Settings of direct debit, with a list of the missing ones. */
export function DirectDebitSettings() {
  const readiness = useReadiness().data
  return (
    <SettingsPanel
      names={[
        'sddCreditorId',
        'painVersion',
        'sddLeadBusinessDays',
        'sddPreNoticeDays',
        'sddMarksFirst',
        'sddFilePerSequence',
        'sddChargesReturnCost',
      ]}
      purpose="Para cobrar na conta de quem o autorizou. É preciso um contrato de débitos diretos com o banco."
    >
      {() =>
        readiness && (
          <>
            <Lacks lacks={readiness.lacks} />
            {readiness.account && (
              <p className={classes.ready}>
                O dinheiro entra em «{readiness.account.name}»: a conta que recebe os pagamentos por débito
                direto.
              </p>
            )}
          </>
        )
      }
    </SettingsPanel>
  )
}
