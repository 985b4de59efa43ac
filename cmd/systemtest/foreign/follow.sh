# Follows a stream with curl, and prints a line of JSON for each event, until the last one.
# docs/clients.md shows the loop.
#
# Usage: follow.sh URL [OPTION of curl]
url=$1
shift
heard() { printf '{"id":"%s","type":"%s","data":"curl"}\n' "$1" "$2"; }

id=0 type=
until [ "${type#*.}" = ended ]; do
  while IFS= read -r line; do
    case $line in
      "event: "*) type=${line#event: } ;;
      "data: "*) data=${line#data: } ;;
      "id: "*) id=${line#id: } ;;
      "") heard "$id" "$type" "$data" ;;
    esac
  done < <(curl -sN -H "Last-Event-ID: $id" "$@" "$url")
  sleep 1
done
