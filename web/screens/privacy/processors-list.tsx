import { processorsPath } from '../../paths/privacy.ts'
import { RecordList } from '../../resource/record-list.tsx'

/** Who processes data on behalf of the organisation. */
export default function ProcessorsList() {
  return (
    <RecordList
      resource="processors"
      newPath={`${processorsPath}/novo`}
      searchPlaceholder="Nome ou serviço…"
      purpose="Aqui fica quem trata dados pessoais por conta da organização, e a data do contrato que a lei exige."
    />
  )
}
