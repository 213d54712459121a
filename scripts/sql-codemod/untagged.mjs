import { parseSync } from 'oxc-parser'
import { walk } from 'oxc-walker'
import { readFileSync } from 'node:fs'
import { execSync } from 'node:child_process'
const root=process.argv[2]+'/'
const files=execSync('git ls-files server',{cwd:root,encoding:'utf8'}).trim().split('\n').filter(f=>f.endsWith('.ts')&&!/\.test\.ts$|server\/(testing)\/|database\/(embedded|migrate|open|transaction|listen|advisory|kept)/.test(f))
let last=''
for(const f of files){
  let src; try{src=readFileSync(root+f,'utf8')}catch{continue}
  const {program}=parseSync(f,src); const tagged=new Set()
  walk(program,{enter(n){
    if(n.type==='TaggedTemplateExpression'){tagged.add(n.quasi)}
    const s=n.type==='TemplateLiteral'&&!tagged.has(n)?src.slice(n.start,n.end):n.type==='Literal'&&typeof n.value==='string'?n.value:null
    if(s&&/\b(SELECT|FROM|WHERE|UPDATE|INSERT|DELETE|JOIN|VALUES|FILTER|CASE|IS NULL|IS NOT|EXISTS|ANY\(|IN \()/.test(s)||s&&/[a-z]\.[a-z_]+ (=|<>|<|>|\|\|)/.test(s)&&!/http/.test(s)){
      if(f!==last)console.log('## '+f);last=f
      console.log('  '+src.slice(0,n.start).split('\n').length+': '+s.slice(0,110).replace(/\s+/g,' '))}
  }})
}
