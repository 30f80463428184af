# Commands of docs/operations.md, as functions of bash: `. ops/aws.sh prod`, in the project's folder, with `AWS_REGION` set.
stage=${1:-prod}
stack=Inventory$(echo "${stage:0:1}" | tr a-z A-Z)${stage:1}

# named USERS_TABLE: the table, bucket or secret that the Lambdas use, by the variable in their environment.
named() {
  aws lambda list-functions --output text \
    --query "Functions[?starts_with(FunctionName, 'inventory-$stage-')].[Environment.Variables.$1]" | grep -v '^None$' | head -1
}

# resources Api AWS::Lambda::Alias: logical and physical names of a stack's resources of a type.
resources() {
  aws cloudformation list-stack-resources --stack-name "$stack$1" --output text \
    --query "StackResourceSummaries[?ResourceType=='$2'].[LogicalResourceId,PhysicalResourceId]"
}

# ask "errors" 3: a saved query over the last three hours, or one, a line for each row. A third argument replaces "ID" in it.
ask() {
  local saved="queryDefinitions[?name=='inventory-$stage/$1'] | [0]" now query groups id
  saved() { aws logs describe-query-definitions --query-definition-name-prefix "inventory-$stage/$1" --output text --query "$2"; }
  now=$(date +%s)
  query=$(saved "$1" "$saved.queryString")
  groups=$(saved "$1" "$saved.logGroupNames")
  id=$(aws logs start-query --log-group-names $groups --start-time $((now - ${2:-1} * 3600)) --end-time "$now" \
    --query-string "${query//\"ID\"/\"${3:-}\"}" --query queryId --output text)
  for _ in $(seq 30); do
    case $(aws logs get-query-results --query-id "$id" --query status --output text) in
      Scheduled | Running) sleep 2 ;;
      *) break ;;
    esac
  done
  aws logs get-query-results --query-id "$id" --output text --query "results[*][?field!='@ptr'].value"
}

# Builds of the API and of the app that `rollback` can go to, the latest last. Each release has one of either, or the earlier one. The
# tables in use tell those of before a restore, which are left out: their Lambdas name tables that no role may use any more.
builds() {
  {
    aws lambda list-versions-by-function --function-name "inventory-$stage-app" --output text \
      --query "Versions[?Version!='\$LATEST' && Environment.Variables.USERS_TABLE=='$(named USERS_TABLE)'].[LastModified, 'api', Environment.Variables.BUILD]"
    aws s3api list-objects-v2 --bucket "$(resources Web AWS::S3::Bucket | cut -f2)" --prefix releases/ --output text \
      --query "Contents[?ends_with(Key, '/index.html')].[LastModified, 'app', Key]" | sed -E 's,releases/|/index.html,,g'
  } | sort
}

# Names of the Lambdas that have an alias.
aliased() { resources Api AWS::Lambda::Alias | sed -E 's/.*:function:([^:]+):live$/\1/'; }

# Points the alias of a Lambda to its latest version of a build that uses this table of users, and says to which; without one it stays.
move_alias() {
  local version
  version=$(aws lambda list-versions-by-function --function-name "$1" --output text --query \
    "Versions[?Environment.Variables.BUILD=='$2' && Environment.Variables.USERS_TABLE=='$3'].[Version]") &&
    version=$(echo "$version" | grep -E '^[0-9]+$' | sort -n | tail -1) &&
    { [ -z "$version" ] || aws lambda update-alias --name live --function-name "$1" --function-version "$version" \
      --routing-config AdditionalVersionWeights={} > /dev/null; } &&
    echo "$1 ${version:-stays}" || echo "$1 failed"
}
export -f move_alias

# rollback 0123456789ab fedcba987654: from now on the Lambdas are this build of the API, and the site serves this one of the app.
# Prints the version that each Lambda now is; after a failure it can be repeated.
rollback() {
  local build moved bucket users
  bucket=$(resources Web AWS::S3::Bucket | cut -f2)
  users=$(named USERS_TABLE)
  for build; do
    if aws s3api head-object --bucket "$bucket" --key "releases/$build/index.html" > /dev/null 2>&1; then
      aws s3 cp --recursive --only-show-errors "s3://$bucket/releases/$build/" "s3://$bucket/" || return
      aws cloudfront create-invalidation --distribution-id "$(resources Web AWS::CloudFront::Distribution | cut -f2)" \
        --paths '/*' --query Invalidation.Status --output text || return
    else
      moved=$(aliased | xargs -P 8 -n 1 bash -c "move_alias \$0 $build $users" | sort)
      case $moved in
        *\ failed*) echo "$moved" && return 1 ;;
        *\ [0-9]*) echo "$moved" ;;
        *) echo "There is no build $build of the API, for the tables in use, or of the app: \`builds\` lists them." >&2 && return 1 ;;
      esac
    fi
  done
}

# night '{"whole": true}': starts the nightly job. `ask "nightly runs"` shows how it ended, after up to 15 minutes.
night() {
  local event=${1:-"{}"}
  aws lambda invoke --function-name "inventory-$stage-snapshot" --invocation-type Event \
    --cli-binary-format raw-in-base64-out --payload "$event" /dev/null
}

# throttle "POST /v1/login" 1 5: lets one request of a route through in a second, and five at once.
throttle() {
  resources Api AWS::ApiGatewayV2::Api | while read -r id api; do
    aws apigatewayv2 get-routes --api-id "$api" --query 'Items[].[RouteKey]' --output text | grep -Fxq "$1" || continue
    aws apigatewayv2 update-stage --api-id "$api" --stage-name '$default' --query RouteSettings \
      --route-settings "{\"$1\": {\"ThrottlingRateLimit\": $2, \"ThrottlingBurstLimit\": $3}}"
  done
}

# Sets the limits of an API from standard input.
limit() {
  aws apigatewayv2 update-stage --api-id "$1" --stage-name '$default' --cli-input-json "$(cat)" \
    --query '[ApiId, DefaultRouteSettings, RouteSettings]'
}

# Stores the limits of each API in a file of the current folder, sets every one to zero, and stops the nightly job.
block() {
  resources Api AWS::ApiGatewayV2::Api | while read -r id api; do
    [ -s "limits-$api.json" ] || aws apigatewayv2 get-stage --api-id "$api" --stage-name '$default' --output json \
      --query '{DefaultRouteSettings: DefaultRouteSettings, RouteSettings: RouteSettings || `{}`}' > "limits-$api.json"
    sed -E 's/("Throttling(Rate|Burst)Limit": *)[0-9.]+/\10/' "limits-$api.json" | limit "$api"
  done
  aws lambda put-function-concurrency --function-name "inventory-$stage-snapshot" --reserved-concurrent-executions 0
}

# Sets the limits as they were.
unblock() {
  resources Api AWS::ApiGatewayV2::Api | while read -r id api; do
    limit "$api" < "limits-$api.json" && rm "limits-$api.json"
  done
}

# Lines of the tables that are restored under the suffix $restored, each before the table of the stack.
tables() {
  resources Data AWS::DynamoDB::Table | while read -r id table; do
    echo "inventory-$stage-$(echo "$id" | sed 's/........$//' | tr A-Z a-z)-$restored $table"
  done
}

# Restores all tables to the second $at, beside those in use.
restore_tables() {
  tables | while read -r name table; do
    aws dynamodb restore-table-to-point-in-time --source-table-name "$table" --target-table-name "$name" \
      --restore-date-time "$at" --query TableDescription.TableName --output text
  done
}

# Sets what a restored table lacks: backups, protection against deletion, expiry. Can be repeated.
protect_tables() {
  tables | while read -r name table; do
    aws dynamodb wait table-exists --table-name "$name"
    aws dynamodb update-continuous-backups --table-name "$name" \
      --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true,RecoveryPeriodInDays=35
    aws dynamodb update-table --table-name "$name" --deletion-protection-enabled
    expiry=$(aws dynamodb describe-time-to-live --table-name "$table" --output text \
      --query TimeToLiveDescription.AttributeName)
    [ "$expiry" = None ] || aws dynamodb update-time-to-live --table-name "$name" \
      --time-to-live-specification "Enabled=true,AttributeName=$expiry"
  done
}

# Rows of a table as JSON, each by this expression.
rows() { aws dynamodb scan --consistent-read --table-name "$1" --query "Items[].[to_string($2)]" --output text "${@:3}"; }

# The same with rows and attributes in order, to compare two tables: DynamoDB answers attributes in any order.
sorted_rows() {
  rows "$@" | node -e 'for (const row of fs.readFileSync(0, "utf8").split("\n").filter(Boolean))
    console.log(JSON.stringify(JSON.parse(row), (_, of) =>
      of?.constructor === Object ? Object.fromEntries(Object.entries(of).sort()) : of))' | sort
}

# Replaces the matching rows of the second table, which has this key, with those of the first.
bring() {
  rows "$2" "{$3: $3}" "${@:4}" | while read -r key; do aws dynamodb delete-item --table-name "$2" --key "$key"; done
  rows "$1" @ "${@:4}" | while read -r row; do aws dynamodb put-item --table-name "$2" --item "$row"; done
}

# Brings the counters of ids into the restored tables.
bring_counters() {
  bring "$(named KEYS_TABLE)" "inventory-$stage-keys-$restored" key --expression-attribute-names '{"#key": "key"}' \
    --filter-expression 'begins_with(#key, :counter)' --expression-attribute-values '{":counter": {"S": "counter#"}}'
}

# Brings the users of now, their names and the list of roots into the restored tables.
bring_users() {
  bring "$(named USERS_TABLE)" "inventory-$stage-users-$restored" _id
  bring "$(named KEYS_TABLE)" "inventory-$stage-keys-$restored" key --expression-attribute-names '{"#key": "key"}' \
    --filter-expression 'begins_with(#key, :name) OR #key = :roots' \
    --expression-attribute-values '{":name": {"S": "username#"}, ":roots": {"S": "roots"}}'
}

# Ends all sessions and device tokens, since the key before the last one is forgotten.
end_sessions() { rotate && rotate; }

# Replaces the key that signs sessions. Through a pipe, as the new password below: other processes see command lines.
rotate() {
  openssl rand -hex 32 | tr -d '\n' |
    aws secretsmanager put-secret-value --secret-id "$(named SIGNING_SECRET)" --secret-string file:///dev/stdin
}

# set_password root: asks for a new password, for a user whom nobody can help in the app; also opens the name after wrong ones.
set_password() {
  local hash id name new
  name=$(echo "$1" | tr A-Z a-z)
  id=$(aws dynamodb scan --table-name "$(named USERS_TABLE)" --filter-expression 'username = :u' --output text \
    --expression-attribute-values "{\":u\": {\"S\": \"$1\"}}" --query 'Items[]._id.S')
  case $id in "" | None) echo "There is no user \"$1\"." >&2 && return 1 ;; esac
  IFS= read -rsp "New password of $1: " new
  hash=$(printf %s "$new" | npx node -e 'import("./functions/lib/auth/password.ts").then(async (one) =>
    console.log(await one.hashPassword(fs.readFileSync(0, "utf8"))))')
  aws dynamodb update-item --table-name "$(named USERS_TABLE)" --key "{\"_id\": {\"S\": \"$id\"}}" \
    --update-expression 'SET password = :p, given = :r REMOVE renew ADD epoch :one' \
    --expression-attribute-values "{\":p\": {\"S\": \"$hash\"}, \":r\": {\"BOOL\": true}, \":one\": {\"N\": \"1\"}}"
  for count in "username#$name" "own#$id"; do
    aws dynamodb delete-item --table-name "$(named KEYS_TABLE)" --key "{\"key\": {\"S\": \"login#$count\"}}"
  done
}

# forget asha: deletes the changes of the own accounts of deleted users of that name, which say their name, user name and role.
# Prints the id of each change. What they did themselves keeps their names: docs/people.md.
forget() {
  local table
  table=$(named CHANGES_TABLE)
  aws dynamodb scan --table-name "$table" --query 'Items[].[row.S]' --output text \
    --filter-expression 'kind = :user AND #action = :deleted AND #name = :name' \
    --expression-attribute-names '{"#action": "action", "#name": "name"}' --expression-attribute-values \
    "{\":user\": {\"S\": \"user\"}, \":deleted\": {\"S\": \"deleted\"}, \":name\": {\"S\": \"$1\"}}" |
    while read -r row; do
      [ -z "$row" ] || aws dynamodb query --table-name "$table" --index-name byRow --query 'Items[].[_id.S]' --output text \
        --key-condition-expression '#row = :row' --expression-attribute-names '{"#row": "row"}' \
        --expression-attribute-values "{\":row\": {\"S\": \"$row\"}}"
    done | while read -r id; do
    [ -z "$id" ] || { aws dynamodb delete-item --table-name "$table" --key "{\"_id\": {\"S\": \"$id\"}}" && echo "$id"; }
  done
}

# User names that have no failed sign-in left, with the second in which they have again.
locked_names() {
  aws dynamodb scan --table-name "$(named KEYS_TABLE)" --query 'Items[].[key.S, expires.N]' --output text \
    --filter-expression 'begins_with(#k, :login) AND failures >= :max' --expression-attribute-names '{"#k": "key"}' \
    --expression-attribute-values '{":login": {"S": "login#username#"}, ":max": {"N": "50"}}'
}

# take p1042 held w3 6: takes 6 units from what the stock says, to agree with the ledger; of sales, take p1042 sold DAY#CHANNEL 6.
take() {
  aws dynamodb update-item --table-name "$(named STOCKS_TABLE)" --key "{\"_id\": {\"S\": \"$1\"}}" \
    --update-expression "SET $2.#w = if_not_exists($2.#w, :zero) - :n" --expression-attribute-names "{\"#w\": \"$3\"}" \
    --expression-attribute-values "{\":n\": {\"N\": \"$4\"}, \":zero\": {\"N\": \"0\"}}"
}

# Makes stock, records of sales, unique names and the lists of root users and programs again, from the ledger and the rows of nouns.
# Prints ids of products and keys of names that were missing or differed, and keys that were freed.
remake() (
  for noun in USERS PRODUCTS STOCKS WAREHOUSES CATEGORIES MOVEMENTS DAYS KEYS; do
    export "${noun}_TABLE=$(named "${noun}_TABLE")"
  done
  npx node -e 'import("./functions/lib/remake.ts").then(async (one) => console.log(await one.remake()))'
)

# Makes all devices read everything again.
reread() {
  aws dynamodb put-item --table-name "$(named KEYS_TABLE)" \
    --item "{\"key\": {\"S\": \"generation\"}, \"generation\": {\"S\": \"$(date +%s)\"}}"
}
