import { dataBreachesPath } from '../../paths/privacy.ts'
import { RecordList } from '../../resource/record-list.tsx'

/** The register of data breaches. */
export default function BreachesList() {
  return (
    <RecordList
      resource="dataBreaches"
      newPath={`${dataBreachesPath}/nova`}
      purpose="Aqui ficam todas as violações de dados, mesmo as que não se notificam. Com risco para as pessoas, notificam-se à CNPD em 72 horas."
    />
  )
}
